import type { Database, DatabaseLocation } from '#server/infrastructure/database/database.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'

/** Opens PostgreSQL at `databaseUrl`, else SQLite in the data folder, and runs new migrations. */
export function openDatabase({
  dataDir,
  databaseUrl,
  timeFactor,
}: DatabaseLocation & { timeFactor: number }): Promise<Database> {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, timeFactor)
}
