import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import type { Schema } from '../../../server/infrastructure/database/schema.ts'
import type { HotQuery, Ids } from './hot-queries.ts'

/** The bytes of each table with its indexes, by its name. */
export function sizesOfTables(dataDir: string): Map<string, number> {
  using database = openFile(dataDir)
  const rows = database.connection
    .prepare(
      `select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name) group by tbl_name`,
    )
    .all() as { name: string; bytes: number }[]
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** The queries for which SQLite reads all photos, in the table or in an index. Nothing that they change stays. */
export async function queriesThatReadAllPhotos(
  dataDir: string,
  queries: readonly HotQuery[],
  ids: Ids,
): Promise<HotQuery[]> {
  using database = openFile(dataDir)
  const { connection } = database
  let statements: CompiledQuery[] = []
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: connection }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  const found: HotQuery[] = []
  for (const query of queries) {
    const transaction = await db.startTransaction().execute()
    statements = []
    await query.run(transaction, ids)
    await transaction.rollback().execute()
    const steps = statements
      .filter(({ sql }) => /^(select|insert|update|delete)/.test(sql))
      .flatMap(({ sql, parameters }) => connection.prepare(`explain query plan ${sql}`).all(...parameters))
    if (steps.some((step) => /^SCAN photo\b/.test((step as { detail: string }).detail))) found.push(query)
  }
  return found
}

function openFile(dataDir: string): { connection: SQLite.Database } & Disposable {
  const connection = new SQLite(join(dataDir, 'kanat.db'))
  connection.pragma('foreign_keys = on')
  return { connection, [Symbol.dispose]: () => connection.close() }
}
