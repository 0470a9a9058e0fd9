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

/**
 * Deletes the rows of a turbine, in groups, in the transaction `db`. Other requests are answered in between.
 *
 * @param atOnce fewer for rows of megabytes: SQLite overwrites every page of theirs
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
    await answerOthers()
  }
}

/** The columns that name users, in tables of which thousands of rows may name the same one. */
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

/** Of more rows than this, not all are changed in one transaction. */
const ROWS_OF_LARGE_USER = 1000

/** True if so many rows of a table name the user that `forgetUser` would keep all other changes waiting for seconds. */
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

/** Lets some rows of each table no longer name the user. What stays is the name of the user. */
export async function forgetUserInSome(db: Writer, userId: number): Promise<void> {
  for (const naming of NAMING_USERS) await changeSome(() => forgetUserInGroup(db, naming, userId))
}

/** Lets no row name the user, in groups, as `deleteOfTurbine` deletes. */
export async function forgetUser(db: Writer, userId: number): Promise<void> {
  for (const naming of NAMING_USERS) {
    while ((await forgetUserInGroup(db, naming, userId)) > 0) await answerOthers()
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
