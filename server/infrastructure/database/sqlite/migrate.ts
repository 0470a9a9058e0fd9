import type { Database as Connection } from 'better-sqlite3'
import {
  BASELINE,
  isFromBeforeBaseline,
  nameMigration,
  readMigrations,
  refuseOtherMigrations,
} from '#server/infrastructure/database/migrations.ts'

/**
 * Migrates the database to this version of the code. It runs the new files of `migrations/sqlite/` by name, each in one transaction with
 * its record.
 *
 * @returns what ran, for the log
 * @throws if a file fails (then none of its changes stay), or if the database is of a newer version or too old
 */
export function migrate(connection: Connection): string[] {
  connection.exec(
    'create table if not exists migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  const done = connection.transaction(() => takeOver(connection)).immediate()
  const ran = namesIn(connection)
  const migrations = readMigrations('sqlite')
  refuseOtherMigrations(ran, migrations)
  const run = connection.transaction((name: string, sql: string) => {
    // Another process may have run it meanwhile, such as a command started together with the server.
    if (namesIn(connection).has(name)) return
    connection.exec(sql)
    recordMigration(connection, name)
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

/** Records the baseline in a database that has its schema already. */
function takeOver(connection: Connection): string[] {
  if (!isFromBeforeBaseline(namesIn(connection))) return []
  connection.exec('delete from migration')
  recordMigration(connection, BASELINE)
  return [`${BASELINE} (taken over)`]
}

function recordMigration(connection: Connection, name: string): void {
  connection.prepare('insert into migration (name, ran_at) values (?, ?)').run(name, new Date().toISOString())
}

function namesIn(connection: Connection): Set<string> {
  return new Set(connection.prepare('select name from migration').pluck().all() as string[])
}
