import { answerOthers } from '#server/infrastructure/in-turns.ts'
import type { Reader, Writer } from './database.ts'
import type { Schema } from './schema.ts'

/** How many rows one statement changes: some milliseconds of work for SQLite, which holds the event loop meanwhile. */
export const ROWS_AT_ONCE = 100
/** How many groups one transaction changes: each commit waits for the disk, and all other changes wait for the commit. */
const GROUPS_AT_ONCE = 10
/** How many rows one statement reads. */
const ROWS_READ_AT_ONCE = 250

/** The tables of rows that belong to a turbine. */
type TableOfTurbine = {
  [Name in keyof Schema]: Schema[Name] extends { turbine_id: number; id: unknown } ? Name : never
}[keyof Schema]

/** Deletes the rows of a turbine, in groups, in the transaction `db`. Other requests are answered in between. */
export async function deleteOfTurbine(db: Writer, table: TableOfTurbine, turbineId: number): Promise<void> {
  for (;;) {
    const group = db
      .selectFrom(table as 'photo')
      .select('id')
      .where('turbine_id', '=', turbineId)
      .limit(ROWS_AT_ONCE)
    const { numDeletedRows } = await db
      .deleteFrom(table as 'photo')
      .where('id', 'in', group)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await answerOthers()
  }
}

/** What names a user in the rows of a table. */
const USER_COLUMNS = {
  photo: 'uploader_id',
  report: 'uploader_id',
  comment: 'user_id',
  finding: 'user_id',
} as const

/** The tables in which thousands of rows may name a user. */
const NAMING_USERS = Object.keys(USER_COLUMNS) as (keyof typeof USER_COLUMNS)[]

/** Of more rows than this, not all are changed in one transaction. */
const ROWS_OF_LARGE_USER = 1000

/** True if so many rows of a table name the user that `forgetUser` would keep all other changes waiting for seconds. */
export async function isNamedByMany(db: Reader, userId: number): Promise<boolean> {
  for (const table of NAMING_USERS) {
    const further = await rowsNaming(db, table, userId).offset(ROWS_OF_LARGE_USER).limit(1).executeTakeFirst()
    if (further) return true
  }
  return false
}

/** Lets some rows of each table no longer name the user. What stays is the name of the user. */
export async function forgetUserInSome(db: Writer, userId: number): Promise<void> {
  for (const table of NAMING_USERS) await changeSome(() => forgetUserInGroup(db, table, userId))
}

/** Lets no row name the user, in groups, as `deleteOfTurbine` deletes. */
export async function forgetUser(db: Writer, userId: number): Promise<void> {
  for (const table of NAMING_USERS) {
    while ((await forgetUserInGroup(db, table, userId)) > 0) await answerOthers()
  }
}

/**
 * Changes as many groups as one transaction shall change. Other requests are answered in between.
 *
 * @param changeGroup changes a group and returns how many rows that were
 * @returns true if there may be more
 */
export async function changeSome(changeGroup: () => Promise<number>): Promise<boolean> {
  for (let group = 0; group < GROUPS_AT_ONCE; group += 1) {
    if ((await changeGroup()) === 0) return false
    await answerOthers()
  }
  return true
}

function rowsNaming(db: Reader, table: keyof typeof USER_COLUMNS, userId: number) {
  return db
    .selectFrom(table as 'photo')
    .select('id')
    .where(USER_COLUMNS[table] as 'uploader_id', '=', userId)
}

async function forgetUserInGroup(
  db: Writer,
  table: keyof typeof USER_COLUMNS,
  userId: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(table as 'photo')
    .set({ [USER_COLUMNS[table]]: null })
    .where('id', 'in', rowsNaming(db, table, userId).limit(ROWS_AT_ONCE))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The rows with these ids, in groups. Other requests are answered in between. @param read reads the rows of one group */
export async function readInGroups<Row>(
  ids: readonly number[],
  read: (group: number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let begin = 0; begin < ids.length; begin += ROWS_READ_AT_ONCE) {
    for (const row of await read(ids.slice(begin, begin + ROWS_READ_AT_ONCE))) all.push(row)
    await answerOthers()
  }
  return all
}
