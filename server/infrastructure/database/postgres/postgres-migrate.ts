import type { Client } from 'pg'
import {
  BASELINE,
  isFromBeforeBaseline,
  nameMigration,
  readMigrations,
  refuseOtherMigrations,
} from '#server/infrastructure/database/migrations.ts'
import { beginWith, WRITER_LOCK } from './advisory-locks.ts'
import { migrateJobs } from './postgres-jobs.ts'

/**
 * Migrates the database to this version of the code, in one transaction: of concurrent starts, one migrates and the others wait. Also lets
 * graphile-worker migrate its schema, in its own transactions.
 *
 * @returns what ran, for the log
 * @throws if a file fails (then nothing stays), or if the database is of a newer version or too old
 */
export async function migratePostgres(client: Client, url: string): Promise<string[]> {
  await client.query(beginWith(WRITER_LOCK))
  await client.query(
    'create table if not exists migration (name text collate "C" primary key, ran_at text collate "C" not null)',
  )
  const done = await takeOver(client)
  const ran = await namesIn(client)
  const migrations = readMigrations('postgres')
  refuseOtherMigrations(ran, migrations)
  for (const { name, sql } of migrations) {
    if (ran.has(name)) continue
    await client.query(sql).catch((error) => {
      throw nameMigration(error, name)
    })
    await recordMigration(client, name)
    done.push(name)
  }
  await migrateJobs(url)
  await client.query('commit')
  return done
}

/** Records the baseline in a database that has its schema already. */
async function takeOver(client: Client): Promise<string[]> {
  if (!isFromBeforeBaseline(await namesIn(client))) return []
  await client.query('delete from migration')
  await recordMigration(client, BASELINE)
  return [`${BASELINE} (taken over)`]
}

async function recordMigration(client: Client, name: string): Promise<void> {
  await client.query('insert into migration (name, ran_at) values ($1, $2)', [name, new Date().toISOString()])
}

async function namesIn(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  return new Set(rows.map(({ name }) => name))
}
