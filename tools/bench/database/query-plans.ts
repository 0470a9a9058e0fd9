import { CompiledQuery, type ControlledTransaction, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Reader, Writer } from '../../../server/infrastructure/database/database.ts'
import { connectionTo } from '../../../server/infrastructure/database/postgres/postgres-connection.ts'
import { UNLIMITED } from '../../../server/infrastructure/database/postgres/postgres-limits.ts'
import type { Schema } from '../../../server/infrastructure/database/schema.ts'
import type { HotQuery, Ids } from './hot-queries.ts'

/** How PostgreSQL has run the statements of a query. */
export interface QueryPlan {
  ms: number
  /** The pages that the statements have read, without those of triggers. */
  pages: number
  /** True if any statement, also of a trigger or a foreign key, has read the whole table of photos. */
  readsAllPhotos: boolean
}

/** A plan as `explain` returns it. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

interface Explained {
  'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }]
}

/** Runs queries of the server and asks PostgreSQL how it runs their statements. Nothing that they change stays. */
export class QueryPlans implements AsyncDisposable {
  readonly #db: Kysely<Schema>
  /** The statements of the query that runs now. */
  #statements: CompiledQuery[] = []

  constructor(url: string) {
    this.#db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: new Pool({ ...connectionTo(url, UNLIMITED), max: 1 }) }),
      log: ({ query }) => {
        this.#statements.push(query)
      },
    })
  }

  /** Records for the queries: a photo in the middle of the table. */
  async ids(): Promise<Ids> {
    const photo = await this.#db
      .selectFrom('photo')
      .innerJoin('turbine', 'turbine.id', 'photo.turbine_id')
      .select(['photo.id', 'photo.key', 'photo.original_name', 'photo.turbine_id', 'turbine.company_id'])
      .where('photo.id', '>=', (query) =>
        query.selectFrom('photo').select(({ fn, eb }) => eb(fn.max('id'), '/', 2).as('middle')),
      )
      .orderBy('photo.id')
      .executeTakeFirstOrThrow()
    return {
      turbine: photo.turbine_id,
      company: photo.company_id,
      photo: photo.id,
      photoKey: photo.key,
      photoName: photo.original_name,
    }
  }

  async explain({ run }: HotQuery, ids: Ids): Promise<QueryPlan> {
    const transaction = await this.#db.startTransaction().execute()
    try {
      const begun = await transaction.savepoint('begun').execute()
      this.#statements = []
      await run(begun as unknown as Reader & Writer, ids)
      const statements = this.#statements.filter(({ sql }) => /^(select|insert|update|delete)/.test(sql))
      await begun.rollbackToSavepoint('begun').execute()
      // The first run has read the pages from the disk.
      const explained: Explained['QUERY PLAN'][0][] = []
      for (const statement of statements) explained.push(await explain(transaction, statement))
      return {
        ms: explained.reduce((sum, one) => sum + one['Execution Time'], 0),
        pages: explained.reduce(
          (sum, { Plan }) => sum + Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
          0,
        ),
        readsAllPhotos:
          explained.some(({ Plan }) => scansPhotos(Plan)) || (await hasScannedPhotos(transaction)),
      }
    } finally {
      await transaction.rollback().execute()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#db.destroy()
  }
}

async function explain(transaction: ControlledTransaction<Schema>, { sql, parameters }: CompiledQuery) {
  const statement = `explain (analyze, buffers, format json) ${sql}`
  const { rows } = await transaction.executeQuery<Explained>(CompiledQuery.raw(statement, [...parameters]))
  return (rows[0] as Explained)['QUERY PLAN'][0]
}

function scansPhotos(node: Node): boolean {
  const isScan = node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'photo'
  return isScan || (node.Plans ?? []).some(scansPhotos)
}

/** PostgreSQL counts the scans of a transaction, also those by triggers and foreign keys, which `explain` does not show. */
async function hasScannedPhotos(transaction: ControlledTransaction<Schema>): Promise<boolean> {
  const { rows } = await transaction.executeQuery<{ scans: number }>(
    CompiledQuery.raw(`select seq_scan as scans from pg_stat_xact_user_tables where relname = 'photo'`),
  )
  return (rows[0]?.scans ?? 0) > 0
}
