import type { Client } from 'pg'
import { WRITER_LOCK } from './advisory-locks.ts'
import { readMigrations, refuseUnknownMigrations } from './migrations.ts'
import { migrateJobs } from './postgres-jobs.ts'

/**
 * Migrates the database to this version of the code, in one transaction: of processes that start at the same time, one migrates and the
 * others wait. Also lets graphile-worker migrate its schema, in transactions of its own.
 *
 * @throws if a file fails (then nothing stays), or if a newer version has made the database
 */
export async function migratePostgres(client: Client, url: string): Promise<void> {
  await client.query(
    `begin isolation level read committed read write; select pg_advisory_xact_lock(${WRITER_LOCK})`,
  )
  await client.query(
    'create table if not exists migration (name text collate "C" primary key, ran_at text collate "C" not null)',
  )
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const ran = new Set(rows.map(({ name }) => name))
  const migrations = readMigrations('postgres')
  refuseUnknownMigrations(ran, migrations)
  for (const { name, sql } of migrations) {
    if (ran.has(name)) continue
    await client.query(sql)
    await client.query('insert into migration (name, ran_at) values ($1, $2)', [
      name,
      new Date().toISOString(),
    ])
  }
  await migrateJobs(url)
  await client.query('commit')
}
