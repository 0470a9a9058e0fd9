import { Kysely, sql } from 'kysely'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import {
  type Database,
  forServerOnly,
  type Reader,
  type ReadingUser,
} from '#server/infrastructure/database/database.ts'
import type { Release } from '#server/infrastructure/database/locks.ts'
import { reportErrors } from '#server/infrastructure/database/report-errors.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import type { OutageProbe } from '#server/infrastructure/outage-probe.ts'
import { COUNTS_LOCK, WRITER_LOCK } from './advisory-locks.ts'
import { LocksInPostgres } from './locks-in-postgres.ts'
import { connectionTo, openClient, outageProbeOf } from './postgres-connection.ts'
import { type CountSchema, CountsInPostgres } from './postgres-counts.ts'
import { readingDialect, writingDialect } from './postgres-dialects.ts'
import {
  type ConnectionLimits,
  MIGRATING,
  multiply,
  READER_WAIT_MS,
  SERVING,
  WRITER_WAIT_MS,
  WRITING,
} from './postgres-limits.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { ServingPool } from './serving-pool.ts'

/** The reading connections of a server. It also has one for writes, one for counts, one for locks, and those of its jobs. */
const READING_CONNECTIONS = 10
/** This connection stays open: a reader that takes PostgreSQL's last connection must not block a writer. */
const ONE_CONNECTION = { max: 1, min: 1, connectionTimeoutMillis: WRITER_WAIT_MS }
/** A commit with changes raises the revision. After an error the update fails too, while `commit` alone would report success. */
const RAISE_REVISION =
  'update revision set value = value + 1 where pg_current_xact_id_if_assigned() is not null'

/** Opens the PostgreSQL database at `url` and runs new migrations. @param timeFactor that of the configuration */
export async function openPostgres(url: string, timeFactor = 1, shownTo = forServerOnly): Promise<Database> {
  const migrations = await migrate(url)
  const { log, report, onError } = reportErrors()
  const probe = outageProbeOf(url, timeFactor)
  const reading = readingPool(url, multiply(SERVING, timeFactor), probe, report)
  const serving = { ...connectionTo(url, multiply(SERVING, timeFactor)), ...ONE_CONNECTION }
  const writing = { ...connectionTo(url, multiply(WRITING, timeFactor)), ...ONE_CONNECTION }
  const read = new Kysely<Schema>({ dialect: readingDialect(reading), log })
  const write = new Kysely<Schema>({
    dialect: writingDialect(new ServingPool(writing, probe, report), WRITER_LOCK, RAISE_REVISION),
    log,
  })
  const counting = new Kysely<CountSchema>({
    dialect: writingDialect(new ServingPool(serving, probe, report), COUNTS_LOCK, 'select 1'),
    log,
  })
  const locks = new LocksInPostgres(url, timeFactor)
  const revision = sql<{ value: number }>`select value from revision`.compile(read)
  const readFor = ({ role }: ReadingUser, signal: AbortSignal | undefined) =>
    shownTo(role, new Kysely<Schema>({ dialect: readingDialect(reading, signal), log }) as unknown as Reader)
  return {
    read: read as unknown as Reader,
    readFor,
    write,
    shownTo,
    files: [],
    migrations,
    async revision() {
      const { rows } = await read.executeQuery(revision)
      return (rows[0] as { value: number }).value
    },
    isCurrent: (revision, now) => revision === now,
    concern() {},
    // PostgreSQL maintains its own files.
    async eraseDeleted() {},
    async freeSpace() {},
    async discardFailedTransactions() {
      return true
    },
    async findDamage() {
      return undefined
    },
    onError,
    counts: new CountsInPostgres(counting),
    locks,
    async sharedSecret(make) {
      // Writing statements run one after the other, so the first process creates the secret.
      const find = async () =>
        (await sql<{ value: string }>`select value from token_secret`.execute(read)).rows[0]
      const known = await find()
      if (known) return known.value
      await sql`insert into token_secret (value) select ${make()} where not exists (select 1 from token_secret)`.execute(
        write,
      )
      return (await find())?.value
    },
    isLeader: leaderBy(locks),
    async close() {
      await locks.close()
      await counting.destroy()
      await read.destroy()
      await write.destroy()
    },
  }
}

/** Read-only connections. */
export function readingPool(
  url: string,
  limits: ConnectionLimits,
  probe?: OutageProbe,
  onError?: (error: Error) => void,
): ServingPool {
  const options = connectionTo(url, limits, { default_transaction_read_only: 'on' })
  const ten = { max: READING_CONNECTIONS, connectionTimeoutMillis: READER_WAIT_MS }
  return new ServingPool({ ...options, ...ten }, probe, onError)
}

/** The leader is the first process that asks, until it disconnects: PostgreSQL then frees the lock. */
function leaderBy(locks: LocksInPostgres): () => Promise<boolean> {
  let leading: Promise<Release | undefined> | undefined
  const forget = () => {
    leading = undefined
  }
  return async () => {
    leading ??= awaitedLater(locks.acquire('leader', 0, forget))
    const release = await leading.catch(() => undefined)
    if (!release) forget()
    return release !== undefined
  }
}

async function migrate(url: string): Promise<string[]> {
  const client = await openClient(connectionTo(url, MIGRATING))
  try {
    return await migratePostgres(client, url)
  } finally {
    await client.end()
  }
}
