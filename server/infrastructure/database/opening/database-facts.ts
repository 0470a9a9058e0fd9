import { sql } from 'kysely'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'

/** The program of the database. */
export interface DatabaseFacts {
  name: 'SQLite' | 'PostgreSQL'
  version: string
  /** Its clock, in milliseconds since 1970; undefined for SQLite, which runs in the server. */
  now: number | undefined
}

/** Asks the database for its version and its clock. */
export async function readDatabaseFacts(db: Reader): Promise<DatabaseFacts> {
  const one = db.selectFrom('installation')
  if (!isPostgres(db)) {
    const { version } = await one
      .select(sql<string>`sqlite_version()`.as('version'))
      .executeTakeFirstOrThrow()
    return { name: 'SQLite', version, now: undefined }
  }
  const { version, now } = await one
    .select([
      sql<string>`current_setting('server_version')`.as('version'),
      sql<string>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`.as('now'),
    ])
    .executeTakeFirstOrThrow()
  return { name: 'PostgreSQL', version: version.split(' ')[0] ?? version, now: Number(now) }
}
