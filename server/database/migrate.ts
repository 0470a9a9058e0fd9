import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Migrates the database to this version of the code. It runs the new files of `migrations/` in the order of their names, each in
 * one transaction together with the row that records it.
 *
 * @throws if a file fails (then none of its changes stay), or if a newer version has made the database
 */
export function migrate(connection: Connection): void {
  connection.exec(
    'create table if not exists migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  const ran = new Set(connection.prepare('select name from migration').pluck().all() as string[])
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()

  for (const name of ran) {
    if (!names.includes(name))
      throw new Error(`The database knows the migration ${name}, this version of Kanat does not.`)
  }
  const run = connection.transaction((name: string) => {
    // Another process may have run it meanwhile, such as a command that was started together with the server.
    const isNew = connection.prepare('select 1 from migration where name = ?').get(name) === undefined
    if (!isNew) return
    connection.exec(readFileSync(join(FOLDER, name), 'utf8'))
    connection
      .prepare('insert into migration (name, ran_at) values (?, ?)')
      .run(name, new Date().toISOString())
  })
  for (const name of names) {
    if (!ran.has(name)) run.immediate(name)
  }
}
