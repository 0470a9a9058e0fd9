import type SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** Queries that read on an open connection. */
export function readerOver(connection: SQLite.Database): Reader {
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: connection }),
  }) as unknown as Reader
}
