import type { Database as Connection } from 'better-sqlite3'
import { mayNeedRepair, SQLITE_REPAIRS } from '#server/infrastructure/database/former-migrations.ts'
import {
  nameMigration,
  readMigrations,
  refuseUnknownMigrations,
} from '#server/infrastructure/database/migrations.ts'

/**
 * Migrates the database to this version of the code. It runs the new files of `migrations/sqlite/` by name, each in one transaction with
 * its record.
 *
 * @returns what ran, for the log
 * @throws if a file fails (then none of its changes stay), or if a newer version made the database
 */
export function migrate(connection: Connection): string[] {
  connection.exec(
    'create table if not exists migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  const done = mayNeedRepair(namesIn(connection))
    ? connection.transaction(() => repair(connection)).immediate()
    : []
  const ran = namesIn(connection)
  const migrations = readMigrations('sqlite')
  refuseUnknownMigrations(ran, migrations)
  const run = connection.transaction((name: string, sql: string) => {
    // Another process may have run it meanwhile, such as a command started together with the server.
    if (namesIn(connection).has(name)) return
    connection.exec(sql)
    connection
      .prepare('insert into migration (name, ran_at) values (?, ?)')
      .run(name, new Date().toISOString())
    done.push(name)
  })
  for (const { name, sql } of migrations) {
    if (ran.has(name)) continue
    try {
      run.immediate(name, sql)
    } catch (error) {
      throw nameMigration(error, name)
    }
  }
  return done
}

function repair(connection: Connection): string[] {
  const ran = namesIn(connection)
  const repaired = new Set<string>()
  for (const { migration, unless, sql } of SQLITE_REPAIRS) {
    if (!ran.has(migration) || connection.prepare(unless).get() !== undefined) continue
    connection.exec(sql)
    repaired.add(`${migration} (repaired)`)
  }
  return [...repaired]
}

function namesIn(connection: Connection): Set<string> {
  return new Set(connection.prepare('select name from migration').pluck().all() as string[])
}
