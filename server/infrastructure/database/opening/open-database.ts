import type { Database, DatabaseLocation } from '#server/infrastructure/database/database.ts'
import { databaseName, moveMarkerOf } from '#server/infrastructure/database/moving/open-moved-database.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { refuseUnfinishedMove } from '#server/infrastructure/disk/move-marker.ts'

/**
 * Opens PostgreSQL at `databaseUrl`, else SQLite in the data folder, and runs new migrations.
 *
 * @throws with a sentence if the database is the target of a move that is not complete
 */
export async function openDatabase(location: DatabaseLocation & { timeFactor: number }): Promise<Database> {
  await refuseUnfinishedMove(moveMarkerOf(location), databaseName(location))
  const { dataDir, databaseUrl, timeFactor } = location
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, timeFactor)
}
