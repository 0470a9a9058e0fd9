import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  /** The file name, the same for SQLite and PostgreSQL. */
  name: string
  sql: string
}

/** The migrations of the database, in order. */
export function readMigrations(database: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(import.meta.dirname, 'migrations', database)
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
}

/** @param ran the names of the database's migrations @throws if a newer version made the database */
export function refuseUnknownMigrations(ran: Iterable<string>, migrations: readonly Migration[]): void {
  const names = new Set(migrations.map(({ name }) => name))
  for (const name of ran) {
    if (!names.has(name))
      throw new Error(`The database has the migration ${name}, unknown to this version of Kanat.`)
  }
}

/** Adds the migration's name to the message of a database error, which stays otherwise unchanged. */
export function nameMigration(error: unknown, name: string): unknown {
  if (error instanceof Error) error.message = `The migration ${name} failed: ${error.message}`
  return error
}
