import type { Database, DatabaseLocation } from './database.ts'
import { openPostgres } from './postgres-database.ts'
import { openSqlite } from './sqlite-database.ts'

/** Opens PostgreSQL at `databaseUrl`, else SQLite in the data folder, and runs new migrations. */
export function openDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<Database> {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl)
}
