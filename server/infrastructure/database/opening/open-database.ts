import type { Database, DatabaseLocation, ShownTo } from '#server/infrastructure/database/database.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'

/**
 * Opens PostgreSQL at `databaseUrl`, else SQLite in the data folder, and runs new migrations.
 *
 * @param shownTo the rule of what a role may read
 */
export function openDatabase(
  { dataDir, databaseUrl, timeFactor }: DatabaseLocation & { timeFactor: number },
  shownTo: ShownTo,
): Promise<Database> {
  return databaseUrl === undefined
    ? openSqlite(dataDir, shownTo)
    : openPostgres(databaseUrl, timeFactor, shownTo)
}
