import type { Client } from 'pg'
import { beginWith, WRITER_LOCK } from '#server/infrastructure/database/postgres/advisory-locks.ts'
import { migratePostgres } from '#server/infrastructure/database/postgres/postgres-migrate.ts'
import { columnList, type MovedRows, quote, type WaitingJob } from './moved-rows.ts'
import { connect } from './postgres-rows.ts'
import type { Table } from './tables.ts'

/** The array types for the values of a column. */
const ARRAYS = { INTEGER: 'bigint[]', REAL: 'double precision[]', TEXT: 'text[]' } as const

/** Tables, views and sequences of other programs and versions, without those of extensions. */
const RELATIONS = `select 1 from pg_class
  where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace not in (
    select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema'
  ) and not exists (
    select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
  ) limit 1`

/** True if the database is empty, or has only Kanat's tables without a user, as after an interrupted move. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    const isMade = await client.query(`select 1 where to_regclass('public.migration') is not null`)
    const { rows } = await client.query(isMade.rows.length > 0 ? 'select 1 from "user" limit 1' : RELATIONS)
    return rows.length === 0
  } finally {
    await client.end()
  }
}

/**
 * Replaces all rows and jobs by those of another database, in one transaction.
 *
 * @param tokenSecret that of the source, if it has one
 * @param onRows called with the number of rows of each written batch
 */
export async function writeRows(
  url: string,
  tables: readonly Table[],
  rows: MovedRows,
  tokenSecret: string | undefined,
  onRows: (count: number) => void,
): Promise<void> {
  const client = await connect(url)
  try {
    await migratePostgres(client, url)
    await client.query(beginWith(WRITER_LOCK))
    const names = tables.map(({ name }) => quote(name))
    await client.query(`truncate token_secret, ${names.join(', ')}`)
    // The triggers would count photos already in `photo_year`. Foreign keys are still checked.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    for (const table of tables) await fill(client, table, rows, onRows)
    // Findings reference earlier findings, which is checked later. PostgreSQL alters no table with rows to check.
    await client.query('set constraints all immediate')
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    if (tokenSecret !== undefined) {
      await client.query('insert into token_secret (value) values ($1)', [tokenSecret])
    }
    await client.query(
      'select graphile_worker.complete_jobs(array(select id::bigint from graphile_worker.jobs))',
    )
    for (const job of await rows.waitingJobs()) await addJob(client, job)
    await client.query('update revision set value = value + 1')
    await client.query('commit')
    // The planner has no statistics of the new rows yet.
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function fill(
  client: Client,
  table: Table,
  rows: MovedRows,
  onRows: (count: number) => void,
): Promise<void> {
  const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${ARRAYS[type]}`)
  const text = `insert into ${quote(table.name)} (${columnList(table)}) select * from unnest(${arrays.join(', ')})`
  for await (const part of rows.read(table)) {
    const values = table.columns.map((_, index) => part.map((row) => row[index]))
    try {
      await client.query({ name: `fill ${table.name}`, text, values })
    } catch (cause) {
      // PostgreSQL does not always name the table, such as for a refused text.
      throw new Error(`The table ${table.name}: ${(cause as Error).message}.`, { cause })
    }
    onRows(part.length)
  }
  if (!table.isNumbered) return
  // Ids of deleted rows must not be reused, either. The first id of a table without rows stays.
  await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), last) from
       (select greatest($2::bigint, (select max(id) from ${quote(table.name)})) as last) as ids where last > 0`,
    [quote(table.name), (await rows.lastId(table)) ?? null],
  )
}

async function addJob(client: Client, job: WaitingJob): Promise<void> {
  const { kind, key, payload, queue, priority, maxAttempts } = job
  await client.query(
    'select graphile_worker.add_job($1, $2::json, queue_name => $3::text, priority => $4::integer, job_key => $5, max_attempts => $6::integer)',
    [kind, payload, queue, priority, key, maxAttempts],
  )
}
