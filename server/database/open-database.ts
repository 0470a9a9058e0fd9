import { refuseUnfinishedMove } from '#server/disk/move-marker.ts'
import type { Database, DatabaseLocation } from './database.ts'
import { databaseName, moveMarkerOf } from './open-moved-database.ts'
import { openPostgres } from './postgres-database.ts'
import { openSqlite } from './sqlite-database.ts'

/**
 * Opens PostgreSQL at `databaseUrl`, else SQLite in the data folder, and runs new migrations.
 *
 * @throws with a sentence if the database is the target of a move that is not complete
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  await refuseUnfinishedMove(moveMarkerOf(location), databaseName(location))
  const { dataDir, databaseUrl } = location
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl)
}
