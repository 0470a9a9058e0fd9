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

/** The schema of version 1.0.0. */
export const BASELINE = '0001-baseline.sql'
/** The last migration before the baseline, and the number of all of them. Together they made the schema of the baseline. */
const LAST_BEFORE_BASELINE = '0062-data-plates-of-turbines.sql'
const MIGRATIONS_BEFORE_BASELINE = 46

/**
 * True for the database of the last version before 1.0.0, whose schema is that of the baseline.
 *
 * @param ran the names of the migrations of the database
 */
export function isFromBeforeBaseline(ran: ReadonlySet<string>): boolean {
  return ran.has(LAST_BEFORE_BASELINE) && ran.size === MIGRATIONS_BEFORE_BASELINE
}

/** @param ran the names of the migrations of the database @throws if this version cannot migrate the database */
export function refuseOtherMigrations(ran: ReadonlySet<string>, migrations: readonly Migration[]): void {
  if (ran.size > 0 && !ran.has(BASELINE)) {
    throw new Error(
      'The database is older than the last version of Kanat before 1.0.0. Start and stop that version on it first, then this one.',
    )
  }
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
