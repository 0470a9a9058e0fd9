import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { ReadingDriver } from '#server/infrastructure/database/reading-driver.ts'
import type { WorkOrder } from '#server/infrastructure/fair-queue.ts'
import { databaseThread } from './database-thread.ts'

/** The SQLite dialect of queries that `databaseThread` reads. @param order who waits for them; users take turns */
export function threadDialect(file: string, order: WorkOrder): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      new ReadingDriver(({ sql, parameters }) => databaseThread.read(file, order, sql, parameters)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
