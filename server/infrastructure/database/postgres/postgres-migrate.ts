import type { Client } from 'pg'
import { mayNeedRepair, POSTGRES_REPAIRS } from '#server/infrastructure/database/former-migrations.ts'
import {
  nameMigration,
  readMigrations,
  refuseUnknownMigrations,
} from '#server/infrastructure/database/migrations.ts'
import { beginWith, WRITER_LOCK } from './advisory-locks.ts'
import { migrateJobs } from './postgres-jobs.ts'

/**
 * Migrates the database to this version of the code, in one transaction: of concurrent starts, one migrates and the others wait. Also lets
 * graphile-worker migrate its schema, in its own transactions.
 *
 * @returns what ran, for the log
 * @throws if a file fails (then nothing stays), or if a newer version made the database
 */
export async function migratePostgres(client: Client, url: string): Promise<string[]> {
  await client.query(beginWith(WRITER_LOCK))
  await client.query(
    'create table if not exists migration (name text collate "C" primary key, ran_at text collate "C" not null)',
  )
  const done = mayNeedRepair(await namesIn(client)) ? await repair(client) : []
  const ran = await namesIn(client)
  const migrations = readMigrations('postgres')
  refuseUnknownMigrations(ran, migrations)
  for (const { name, sql } of migrations) {
    if (ran.has(name)) continue
    await client.query(sql).catch((error) => {
      throw nameMigration(error, name)
    })
    await client.query('insert into migration (name, ran_at) values ($1, $2)', [
      name,
      new Date().toISOString(),
    ])
    done.push(name)
  }
  await migrateJobs(url)
  await client.query('commit')
  return done
}

async function repair(client: Client): Promise<string[]> {
  const ran = await namesIn(client)
  const repaired = new Set<string>()
  for (const { migration, unless, sql } of POSTGRES_REPAIRS) {
    if (!ran.has(migration) || (await client.query(unless)).rows.length > 0) continue
    await client.query(sql)
    repaired.add(`${migration} (repaired)`)
  }
  return [...repaired]
}

async function namesIn(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  return new Set(rows.map(({ name }) => name))
}
