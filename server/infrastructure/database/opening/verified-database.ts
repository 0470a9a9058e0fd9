import { Kysely } from 'kysely'
import type { DatabaseLocation, Reader } from '#server/infrastructure/database/database.ts'
import { readingPool } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { readingDialect } from '#server/infrastructure/database/postgres/postgres-dialects.ts'
import { UNLIMITED } from '#server/infrastructure/database/postgres/postgres-limits.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { UnchangedDatabase } from '#server/infrastructure/database/sqlite/unchanged-database.ts'

/** A database for `verify`, whether a server uses it or not. */
export interface VerifiedDatabase {
  read: Reader
  /** The damage of the database itself, if any. */
  findDamage(): Promise<string[]>
  /** The rows with a dangling foreign key. */
  findOrphans(): Promise<{ table: string; id: number | null; parent: string }[]>
  close(): Promise<void>
}

/** @throws if there is no database */
export async function openForVerification({
  dataDir,
  databaseUrl,
}: DatabaseLocation): Promise<VerifiedDatabase> {
  return databaseUrl === undefined ? UnchangedDatabase.open(dataDir) : openPostgres(databaseUrl)
}

/** PostgreSQL checks its pages on reading, and enforces foreign keys. */
function openPostgres(url: string): VerifiedDatabase {
  const read = new Kysely<Schema>({ dialect: readingDialect(readingPool(url, UNLIMITED)) })
  return {
    read: read as unknown as Reader,
    findDamage: async () => [],
    findOrphans: async () => [],
    close: () => read.destroy(),
  }
}
