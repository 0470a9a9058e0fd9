import type { Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Role } from '#domain/permissions.ts'
import type { Asker } from '#server/infrastructure/work-order.ts'
import type { Counts } from './counts.ts'
import type { Locks } from './locks.ts'
import type { Schema } from './schema.ts'

/** For `concern`: what the transaction changes, only those see who see all companies. */
export const NO_COMPANY = 0

/** The read-only connection or a transaction. Queries that read take it. */
export type Reader = Pick<ReadonlyKysely<Schema>, 'selectFrom'>
/** The only connection that writes. No code awaits I/O inside its transactions. */
export type Writer = Kysely<Schema>

/** Where the database is: at `databaseUrl`, else in the data folder. */
export interface DatabaseLocation {
  dataDir: string
  databaseUrl?: string | undefined
}

/** Who reads: the role decides whether more than what is published is found. Undefined for the server itself. */
export interface ReadingUser extends Asker {
  role: Role | undefined
}

export interface Database {
  /** For what is found at once by an index. SQLite holds the event loop until it has the last row. */
  read: Reader
  /**
   * For lists, counts and files, which may take long: SQLite reads them in a thread of its own, one of each user at a time.
   *
   * @param signal of the request: what waits when its client goes is not read any more; undefined for work that goes on without a client
   */
  readFor(user: ReadingUser, signal: AbortSignal | undefined): Reader
  write: Writer
  /** The names of its files in the data folder. */
  files: readonly string[]
  /** The names of the migrations that ran when it was opened. */
  migrations: readonly string[]
  /**
   * A number that every commit changes, also a commit of another process. What was read after it was known is still current as long
   * as it stays the same.
   */
  revision(): number | Promise<number>
  /**
   * True if a company sees now what it saw at `revision`. PostgreSQL knows no companies: there, every commit concerns all of them.
   *
   * @param now the revision when the request has come
   * @param companyId undefined for who sees all companies
   */
  isCurrent(revision: number, now: number, companyId: number | undefined): boolean
  /** Says in a transaction that it changes only what the users of this company see, and those who see all companies. */
  concern(companyId: number): void
  /**
   * Removes deleted and overwritten data from the files.
   *
   * @param isComplete false to empty the log of the database only
   * @throws the errors of `eraseDeleted` in `erasure.ts`
   */
  eraseDeleted(isComplete?: boolean): Promise<void>
  /** Frees disk space that finished transactions still take, as far as possible now. */
  freeSpace(): Promise<void>
  /**
   * Removes the rest of failed transactions, which a crash could make valid.
   *
   * @returns false if this is not possible now
   */
  discardFailedTransactions(): Promise<boolean>
  /** Checks the whole database. @returns the damage, undefined if there is none. @throws if the check is impossible */
  findDamage(): Promise<Error | undefined>
  /** The counts of the limits. */
  counts: Counts
  /** Locks between the processes that serve this database. */
  locks: Locks
  /** The secret that all processes share, made by the first one; undefined if only one process can serve this database. */
  sharedSecret(make: () => string): Promise<string | undefined>
  /** True for one of the processes that serve this database: it does the maintenance of the rows. */
  isLeader(): Promise<boolean>
  /** Called with every error of a query. */
  onError(listener: (error: unknown) => void): void
  /**
   * Writes all commits back into the database file and closes it.
   *
   * @throws if a full disk or another process prevents this. Nothing is lost; the next start does it.
   */
  close(): Promise<void>
}
