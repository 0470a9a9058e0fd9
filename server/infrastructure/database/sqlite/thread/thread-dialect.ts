import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { ReadingDriver } from '#server/infrastructure/database/reading-driver.ts'
import { databaseThreads } from './database-threads.ts'

/** The SQLite dialect of queries that `databaseThreads` reads. @param userId who waits for them @param signal as in `read` */
export function threadDialect(file: string, userId: number, signal: AbortSignal | undefined): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ReadingDriver((query) => databaseThreads.read(file, userId, query, signal)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
