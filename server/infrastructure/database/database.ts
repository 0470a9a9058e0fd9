import type { Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Role } from '#domain/permissions.ts'
import type { Requester } from '#server/infrastructure/work-order.ts'
import type { Counts } from './counts.ts'
import type { Locks } from './locks.ts'
import type { Schema } from './schema.ts'

/** For `concern`: only callers who see all companies see the change. */
export const NO_COMPANY = 0

/** The read-only connection or a transaction. Read queries take it. */
export type Reader = Pick<ReadonlyKysely<Schema>, 'selectFrom'>
/** The only writing connection. No code awaits I/O inside its transactions. */
export type Writer = Kysely<Schema>

/** The location: `databaseUrl`, else the data folder. */
export interface DatabaseLocation {
  dataDir: string
  databaseUrl?: string | undefined
}

/** The reader: the role decides whether more than the published is found. Undefined for the server itself. */
export interface ReadingUser extends Requester {
  role: Role | undefined
}

/**
 * Restricts the queries of a connection or a transaction to the rows that a role may read; undefined for the server itself. The rule is that
 * of `server/records/`, and who opens the database gives it.
 */
export type ShownTo = <Db extends Reader | Writer>(role: Role | undefined, db: Db) => Db

/** For work of the server itself. @throws if a user would read */
export const forServerOnly: ShownTo = (role, db) => {
  if (role !== undefined) throw new Error('The database was opened without the rule of what a user may read.')
  return db
}

export interface Database {
  /** For indexed lookups. SQLite blocks the event loop until the last row. */
  read: Reader
  /**
   * For lists, counts and files, which may take long: SQLite reads them in a separate thread, one of each user at a time.
   *
   * @param signal of the request, which drops waiting reads when its client goes; undefined for work without a client
   */
  readFor(user: ReadingUser, signal: AbortSignal | undefined): Reader
  write: Writer
  shownTo: ShownTo
  /** The names of its files in the data folder. */
  files: readonly string[]
  /** The migrations that ran on opening. */
  migrations: readonly string[]
  /** A number that changes with every commit, also of another process. What was read after it is current while it stays the same. */
  revision(): number | Promise<number>
  /**
   * True if a company sees the same now as at `revision`. On PostgreSQL every commit concerns all companies.
   *
   * @param now the revision at the arrival of the request
   * @param companyId undefined for a caller who sees all companies
   */
  isCurrent(revision: number, now: number, companyId: number | undefined): boolean
  /** Declares in a transaction that only this company's users, and callers who see all companies, see its changes. */
  concern(companyId: number): void
  /**
   * Erases deleted and overwritten data from the files.
   *
   * @param isComplete false to empty the log of the database only
   * @throws the errors of `eraseDeleted` in `erasure.ts`
   */
  eraseDeleted(isComplete?: boolean): Promise<void>
  /** Frees disk space of finished transactions, as far as possible. */
  freeSpace(): Promise<void>
  /**
   * Removes the rest of failed transactions, which a crash could make valid.
   *
   * @returns false if this is not possible now
   */
  discardFailedTransactions(): Promise<boolean>
  /** Checks the whole database. @returns the damage, or undefined. @throws if the check is impossible */
  findDamage(): Promise<Error | undefined>
  /** The counts of the limits. */
  counts: Counts
  /** Locks between the processes of this database. */
  locks: Locks
  /** The secret shared by all processes, created by the first; undefined if only one process can serve this database. */
  sharedSecret(make: () => string): Promise<string | undefined>
  /** True for the one process that maintains the rows. */
  isLeader(): Promise<boolean>
  /** Called with every query error. */
  onError(listener: (error: unknown) => void): void
  /**
   * Writes all commits back into the database file and closes it.
   *
   * @throws if a full disk or another process prevents this. Nothing is lost; the next start does it.
   */
  close(): Promise<void>
}
