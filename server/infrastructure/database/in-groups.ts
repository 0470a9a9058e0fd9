import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import type { Reader, Writer } from './database.ts'
import type { Schema } from './schema.ts'

/** Rows changed by one statement: some milliseconds in SQLite, which blocks the event loop. */
export const ROWS_AT_ONCE = 100
/** Batches per transaction: each commit waits for the disk, and all other changes for the commit. */
const GROUPS_AT_ONCE = 10
/** Rows read by one statement. */
const ROWS_READ_AT_ONCE = 250

/** The tables whose rows belong to a turbine. */
type TableOfTurbine = {
  [Name in keyof Schema]: Schema[Name] extends { turbine_id: number; id: unknown } ? Name : never
}[keyof Schema]

/**
 * Deletes the rows of a turbine in batches, in the transaction `db`, yielding in between.
 *
 * @param atOnce fewer for rows of megabytes: SQLite overwrites all their pages
 */
export async function deleteOfTurbine(
  db: Writer,
  table: TableOfTurbine,
  turbineId: number,
  atOnce = ROWS_AT_ONCE,
): Promise<void> {
  for (;;) {
    const group = db
      .selectFrom(table as 'photo')
      .select('id')
      .where('turbine_id', '=', turbineId)
      .limit(atOnce)
    const { numDeletedRows } = await db
      .deleteFrom(table as 'photo')
      .where('id', 'in', group)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await yieldToEventLoop()
  }
}

/** Columns that reference users, in tables where thousands of rows may reference the same one. */
const NAMING_USERS = [
  { table: 'photo', column: 'uploader_id', key: 'id' },
  { table: 'photo', column: 'looked_by', key: 'id' },
  { table: 'report', column: 'uploader_id', key: 'id' },
  { table: 'comment', column: 'user_id', key: 'id' },
  { table: 'finding', column: 'user_id', key: 'id' },
  { table: 'published_finding', column: 'user_id', key: 'id' },
  { table: 'finding_review', column: 'user_id', key: 'id' },
] as const
type NamingUsers = (typeof NAMING_USERS)[number]

/** Maximum rows of a change in one transaction. */
const ROWS_OF_LARGE_USER = 1000

/** True if too many rows of a table reference the user that `forgetUser` would block other changes for seconds. */
export async function isNamedByMany(db: Reader, userId: number): Promise<boolean> {
  for (const naming of NAMING_USERS) {
    const further = await rowsNaming(db, naming, userId)
      .offset(ROWS_OF_LARGE_USER)
      .limit(1)
      .executeTakeFirst()
    if (further) return true
  }
  return false
}

/** Removes the user reference from some rows of each table. The user's name stays. */
export async function forgetUserInSome(db: Writer, userId: number): Promise<void> {
  for (const naming of NAMING_USERS) await changeSome(() => forgetUserInGroup(db, naming, userId))
}

/** Removes all references to the user, in batches, like `deleteOfTurbine`. */
export async function forgetUser(db: Writer, userId: number): Promise<void> {
  for (const naming of NAMING_USERS) {
    while ((await forgetUserInGroup(db, naming, userId)) > 0) await yieldToEventLoop()
  }
}

/**
 * Processes up to `GROUPS_AT_ONCE` batches in one transaction, yielding in between.
 *
 * @param changeGroup changes a batch and returns its number of rows
 * @returns true if there may be more
 */
export async function changeSome(changeGroup: () => Promise<number>): Promise<boolean> {
  for (let group = 0; group < GROUPS_AT_ONCE; group += 1) {
    if ((await changeGroup()) === 0) return false
    await yieldToEventLoop()
  }
  return true
}

function rowsNaming(db: Reader, { table, column, key }: NamingUsers, userId: number) {
  return db
    .selectFrom(table as 'photo')
    .select(key as 'id')
    .where(column as 'uploader_id', '=', userId)
}

async function forgetUserInGroup(db: Writer, naming: NamingUsers, userId: number): Promise<number> {
  const { table, column, key } = naming
  const { numUpdatedRows } = await db
    .updateTable(table as 'photo')
    .set({ [column]: null })
    .where(column as 'uploader_id', '=', userId)
    .where(key as 'id', 'in', rowsNaming(db, naming, userId).limit(ROWS_AT_ONCE))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The rows with these ids, in batches, yielding in between. @param read reads the rows of one batch */
export async function readInGroups<Row>(
  ids: readonly number[],
  read: (group: number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let begin = 0; begin < ids.length; begin += ROWS_READ_AT_ONCE) {
    for (const row of await read(ids.slice(begin, begin + ROWS_READ_AT_ONCE))) all.push(row)
    await yieldToEventLoop()
  }
  return all
}
