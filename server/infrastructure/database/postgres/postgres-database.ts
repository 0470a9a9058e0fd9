import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Role } from '#domain/permissions.ts'
import type { Database, Reader } from '#server/infrastructure/database/database.ts'
import { shownTo } from '#server/infrastructure/database/published-rows.ts'
import { reportErrors } from '#server/infrastructure/database/report-errors.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import type { WorkOrder } from '#server/infrastructure/work-order.ts'
import { LocksInPostgres } from './locks-in-postgres.ts'
import { warnOfFewConnections } from './postgres-capacity.ts'
import { connectionsOfServer, connectionTo, newPool, openClient, readingPool } from './postgres-connection.ts'
import { CountsInPostgres } from './postgres-counts.ts'
import { PostgresLeader } from './postgres-leader.ts'
import { COUNTING, MIGRATING, multiply, READING, WRITING } from './postgres-limits.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { watchPostgres } from './postgres-watch.ts'
import { PostgresWritingDialect } from './postgres-writing-dialect.ts'
import { ReadingTurns } from './reading-turns.ts'

/** The limits wait for each other, so more connections would not help. */
const COUNTING_CONNECTIONS = 1

/** Opens the PostgreSQL database at `url` and runs new migrations. @param timeFactor that of the configuration */
export async function openPostgres(url: string, timeFactor = 1): Promise<Database> {
  const migrations = await migrate(url)
  const errors = reportErrors()
  const watch = watchPostgres(url, timeFactor)
  const reading = readingPool(url, errors.report, multiply(READING, timeFactor), watch)
  // Their connections stay: a reader that uses the last connection of PostgreSQL must not keep a writer waiting.
  const writing = newPool(
    { ...connectionTo(url, multiply(WRITING, timeFactor)), max: 1, min: 1 },
    errors.report,
    watch,
  )
  const counting = newPool(
    {
      ...connectionTo(url, multiply(COUNTING, timeFactor)),
      max: COUNTING_CONNECTIONS,
      min: COUNTING_CONNECTIONS,
    },
    errors.report,
    watch,
  )
  const leader = new PostgresLeader(url, watch)
  const locks = new LocksInPostgres(url, watch)
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reading }), log: errors.log })
  const turns = new ReadingTurns(reading, watch)
  const readInTurns = (order: WorkOrder, role: Role | undefined) =>
    shownTo(
      role,
      new Kysely<Schema>({ dialect: turns.dialectFor(order), log: errors.log }) as unknown as Reader,
    )
  const write = new Kysely<Schema>({ dialect: new PostgresWritingDialect(writing), log: errors.log })
  const revision = sql<{ value: number }>`select value from revision`.compile(read)
  return {
    read: read as unknown as Reader,
    readFor: (asker, signal) =>
      readInTurns({ asker, urgency: 'now', signal, isAccepted: true }, asker.role),
    write,
    files: [],
    migrations,
    async revision() {
      const { rows } = await read.executeQuery(revision)
      return (rows[0] as { value: number }).value
    },
    isCurrent: (revision, now) => revision === now,
    concern() {},
    // PostgreSQL looks after its files itself.
    async eraseDeleted() {},
    async freeSpace() {},
    async discardFailedTransactions() {
      return true
    },
    async findDamage() {
      return undefined
    },
    watch,
    onError: errors.onError,
    counts: new CountsInPostgres(counting),
    locks,
    async sharedSecret(make) {
      // Statements that write run one after the other, so the first process makes the secret.
      await sql`insert into token_secret (value) select ${make()} where not exists (select 1 from token_secret)`.execute(
        write,
      )
      const { rows } = await sql<{ value: string }>`select value from token_secret`.execute(read)
      return rows[0]?.value
    },
    checkCapacity: (jobKinds, log) => warnOfFewConnections(reading, connectionsOfServer(jobKinds), log),
    isLeader: () => leader.isThis(),
    async close() {
      await leader.close()
      await locks.close()
      await counting.end()
      await read.destroy()
      await write.destroy()
    },
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
