import type { Database as Connection } from 'better-sqlite3'
import { readMigrations, refuseUnknownMigrations } from './migrations.ts'

/**
 * Migrates the database to this version of the code. It runs the new files of `migrations/sqlite/` in the order of their names, each in
 * one transaction together with the row that records it.
 *
 * @throws if a file fails (then none of its changes stay), or if a newer version has made the database
 */
export function migrate(connection: Connection): void {
  connection.exec(
    'create table if not exists migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  const ran = new Set(connection.prepare('select name from migration').pluck().all() as string[])
  const migrations = readMigrations('sqlite')
  refuseUnknownMigrations(ran, migrations)
  const run = connection.transaction((name: string, sql: string) => {
    // Another process may have run it meanwhile, such as a command that was started together with the server.
    const isNew = connection.prepare('select 1 from migration where name = ?').get(name) === undefined
    if (!isNew) return
    connection.exec(sql)
    connection
      .prepare('insert into migration (name, ran_at) values (?, ?)')
      .run(name, new Date().toISOString())
  })
  for (const { name, sql } of migrations) {
    if (!ran.has(name)) run.immediate(name, sql)
  }
}
