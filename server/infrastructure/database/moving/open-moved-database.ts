import type { DatabaseLocation } from '#server/infrastructure/database/database.ts'
import type { MovedRows, RowTarget } from '#server/infrastructure/database/moved-rows.ts'
import {
  type ExclusiveLock,
  lockPostgresExclusively,
} from '#server/infrastructure/database/postgres/exclusive-postgres-lock.ts'
import type { MoveMarker } from '#server/infrastructure/disk/move-marker.ts'
import { openPostgresRows, PostgresMoveMarker, PostgresTarget } from './postgres-rows.ts'
import { openSqliteRows, SqliteTarget, sqliteMoveMarker } from './sqlite-rows.ts'

/** Opens PostgreSQL at `databaseUrl`, else SQLite in the data folder, for reading all rows. */
export function openMovedRows({ dataDir, databaseUrl }: DatabaseLocation): Promise<MovedRows> {
  return databaseUrl === undefined ? openSqliteRows(dataDir) : openPostgresRows(databaseUrl)
}

export function openRowTarget({ dataDir, databaseUrl }: DatabaseLocation): RowTarget {
  return databaseUrl === undefined ? new SqliteTarget(dataDir) : new PostgresTarget(databaseUrl)
}

export function moveMarkerOf({ dataDir, databaseUrl }: DatabaseLocation): MoveMarker {
  return databaseUrl === undefined ? sqliteMoveMarker(dataDir) : new PostgresMoveMarker(databaseUrl)
}

/** Makes sure that no server uses the database. The lock of the data folder does this for SQLite. */
export async function lockExclusively({ databaseUrl }: DatabaseLocation): Promise<ExclusiveLock> {
  if (databaseUrl !== undefined) return lockPostgresExclusively(databaseUrl)
  return { async confirm() {}, async release() {} }
}

/** The place of the database for the operator: an address without its password, or a data folder. */
export function databaseName({ dataDir, databaseUrl }: DatabaseLocation): string {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `postgres://${host}${pathname}`
}
