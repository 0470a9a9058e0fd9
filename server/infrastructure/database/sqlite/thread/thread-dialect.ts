import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { ReadingDriver } from '#server/infrastructure/database/reading-driver.ts'
import type { WorkOrder } from '#server/infrastructure/work-order.ts'
import { databaseThreads } from './database-threads.ts'

/** The SQLite dialect of queries that `databaseThreads` reads. @param order who waits for them; users take turns */
export function threadDialect(file: string, order: WorkOrder): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      new ReadingDriver(({ sql, parameters }) => databaseThreads.read(file, order, sql, parameters)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
