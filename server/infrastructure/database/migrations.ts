import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  /** The name of the file. SQLite and PostgreSQL have files of the same names. */
  name: string
  sql: string
}

/** The migrations of the database, in the order in which they run. */
export function readMigrations(database: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(import.meta.dirname, 'migrations', database)
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
}

/** @param ran the names of the migrations of the database @throws if a newer version has made the database */
export function refuseUnknownMigrations(ran: Iterable<string>, migrations: readonly Migration[]): void {
  const names = new Set(migrations.map(({ name }) => name))
  for (const name of ran) {
    if (!names.has(name))
      throw new Error(`The database has the migration ${name}, unknown to this version of Kanat.`)
  }
}

/** Adds the name of the migration to the message of an error of the database, which stays what it is. */
export function nameMigration(error: unknown, name: string): unknown {
  if (error instanceof Error) error.message = `The migration ${name} failed: ${error.message}`
  return error
}
