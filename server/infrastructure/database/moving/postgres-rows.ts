import type { Client } from 'pg'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import {
  columnList,
  type MovedRows,
  quote,
  ROWS_AT_ONCE,
  type Row,
  type RowTarget,
  refuseOtherMigrations,
  selectAll,
  type WaitingJob,
} from '#server/infrastructure/database/moved-rows.ts'
import { beginWith, WRITER_LOCK } from '#server/infrastructure/database/postgres/advisory-locks.ts'
import {
  connectionTo,
  openClient,
  placeOf,
} from '#server/infrastructure/database/postgres/postgres-connection.ts'
import { readWaitingJobs, replaceJobs } from '#server/infrastructure/database/postgres/postgres-jobs.ts'
import { UNLIMITED } from '#server/infrastructure/database/postgres/postgres-limits.ts'
import { migratePostgres } from '#server/infrastructure/database/postgres/postgres-migrate.ts'
import type { MoveMarker } from '#server/infrastructure/disk/move-marker.ts'
import type { Table } from './tables.ts'

/** The table that marks a database as the target of a move. No migration makes it. */
const MARKER_TABLE = 'unfinished_move'

/** The types of arrays for the values of a column. */
const ARRAYS = { INTEGER: 'bigint[]', REAL: 'double precision[]', TEXT: 'text[]' } as const

/** Reads the database as it is at this moment. @throws if it is of another version */
export async function openPostgresRows(url: string): Promise<MovedRows> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const known = readMigrations('postgres').map(({ name }) => name)
    const ran = rows.map(({ name }) => name)
    refuseOtherMigrations(ran, known, `The database ${client.database}`)
    return new PostgresRows(client)
  } catch (error) {
    await client.end()
    throw error
  }
}

class PostgresRows implements MovedRows {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async *read(table: Table): AsyncGenerator<Row[]> {
    await this.#client.query(`declare moved no scroll cursor for ${selectAll(table)}`)
    for (;;) {
      const text = `fetch ${ROWS_AT_ONCE} from moved`
      const { rows } = await this.#client.query<Row>({ text, rowMode: 'array' })
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_AT_ONCE) break
    }
    await this.#client.query('close moved')
  }

  async lastId({ name }: Table): Promise<number | undefined> {
    const { rows: names } = await this.#client.query<{ sequence: string }>(
      `select pg_get_serial_sequence($1, 'id') as sequence`,
      [quote(name)],
    )
    const { rows } = await this.#client.query<{ last: number }>(
      `select last_value as last from ${names[0]?.sequence} where is_called`,
    )
    return rows[0]?.last
  }

  async tokenSecret(): Promise<string | undefined> {
    const { rows } = await this.#client.query<{ value: string }>('select value from token_secret')
    return rows[0]?.value
  }

  waitingJobs(): Promise<WaitingJob[]> {
    return readWaitingJobs(this.#client)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** A PostgreSQL database as the target of a move. */
export class PostgresTarget implements RowTarget {
  readonly marker: MoveMarker
  readonly #url: string

  constructor(url: string) {
    this.#url = url
    this.marker = new PostgresMoveMarker(url)
  }

  async isEmpty(): Promise<boolean> {
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      this.#url,
      // Tables, views and sequences of other programs count, too, but not those of extensions.
      `select count(*) as count from pg_class
         where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace not in (
           select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema'
         ) and not exists (
           select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
         )`,
    )
    return count === 0
  }

  async write(
    tables: readonly Table[],
    rows: MovedRows,
    tokenSecret: string | undefined,
    onRows: (count: number) => void,
  ): Promise<readonly string[]> {
    const client = await connect(this.#url)
    try {
      const migrations = await migratePostgres(client, this.#url)
      await client.query(beginWith(WRITER_LOCK))
      const names = tables.map(({ name }) => quote(name))
      await client.query(`truncate token_secret, limit_count, ${names.join(', ')}`)
      // The triggers would count photos that `photo_year` counts already. Foreign keys are still checked.
      for (const name of names) await client.query(`alter table ${name} disable trigger user`)
      for (const table of tables) await fill(client, table, rows, onRows)
      // Findings refer to earlier findings, and this is checked later. PostgreSQL alters no table that has rows to check.
      await client.query('set constraints all immediate')
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      if (tokenSecret !== undefined) {
        await client.query('insert into token_secret (value) values ($1)', [tokenSecret])
      }
      await replaceJobs(client, await rows.waitingJobs())
      await client.query('update revision set value = value + 1')
      await client.query('commit')
      // The planner knows nothing about the new rows yet.
      await client.query('analyze')
      return migrations
    } finally {
      await client.end()
    }
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
      // PostgreSQL itself does not always name the table, such as for a text that it does not take.
      throw new Error(`The table ${table.name}: ${(cause as Error).message}.`, { cause })
    }
    onRows(part.length)
  }
  if (!table.isNumbered) return
  // Ids of deleted rows must not be given again, too. The first id of a table that never had a row stays.
  await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), last) from
       (select greatest($2::bigint, (select max(id) from ${quote(table.name)})) as last) as ids where last > 0`,
    [quote(table.name), (await rows.lastId(table)) ?? null],
  )
}

export class PostgresMoveMarker implements MoveMarker {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async read(): Promise<string | undefined> {
    const [found] = await query<{ found: boolean }>(
      this.#url,
      `select to_regclass('${MARKER_TABLE}') is not null as found`,
    )
    if (!found?.found) return undefined
    const [row] = await query<{ description: string }>(this.#url, `select description from ${MARKER_TABLE}`)
    return row?.description
  }

  async write(description: string): Promise<void> {
    await query(this.#url, `create table ${MARKER_TABLE} as select $1::text as description`, [description])
  }

  async remove(): Promise<void> {
    await query(this.#url, `drop table if exists ${MARKER_TABLE}`)
  }
}

async function query<R extends object>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = await connect(url)
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<Client> {
  try {
    return await openClient(connectionTo(url, UNLIMITED))
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const { database, host } = placeOf(url)
    throw new Error(`The database ${database} at ${host} does not answer (${code ?? message}).`, {
      cause,
    })
  }
}
