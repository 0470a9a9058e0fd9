import type { Client } from 'pg'
import {
  connectionTo,
  openClient,
  placeOf,
} from '#server/infrastructure/database/postgres/postgres-connection.ts'
import { UNLIMITED } from '#server/infrastructure/database/postgres/postgres-limits.ts'
import { type MovedRows, quote, ROWS_AT_ONCE, type Row, selectAll, type WaitingJob } from './moved-rows.ts'
import type { Table } from './tables.ts'

/** Reads a snapshot of the database. */
export async function openPostgresRows(url: string): Promise<MovedRows> {
  const client = await connect(url)
  await client.query('begin isolation level repeatable read read only')
  return new PostgresRows(client)
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

  /** The view of graphile-worker has no payloads. */
  async waitingJobs(): Promise<WaitingJob[]> {
    const { rows } = await this.#client.query<WaitingJob>(
      `select identifier as kind, key, payload::text as payload, queue_name as queue, priority, max_attempts as "maxAttempts"
       from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
       left join graphile_worker._private_job_queues as queue on queue.id = job_queue_id
       where attempts < max_attempts order by key collate "C"`,
    )
    return rows
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** @throws with a sentence if PostgreSQL does not answer */
export async function connect(url: string): Promise<Client> {
  try {
    return await openClient(connectionTo(url, UNLIMITED))
  } catch (error) {
    const { cause } = error as Error
    const { code, message } = cause as NodeJS.ErrnoException
    const { database, host } = placeOf(url)
    throw new Error(`The database ${database} at ${host} does not answer (${code ?? message}).`, { cause })
  }
}
