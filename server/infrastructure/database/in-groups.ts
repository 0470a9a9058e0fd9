import { answerOthers } from '#server/infrastructure/in-turns.ts'
import type { Writer } from './database.ts'
import type { Schema } from './schema.ts'

/** How many rows one statement changes: some milliseconds of work for SQLite, which holds the event loop meanwhile. */
const ROWS_AT_ONCE = 100
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
export const NAMING_USERS = ['photo', 'report', 'comment', 'finding'] as const

/** Lets no row of the table name the user, in groups, as `deleteOfTurbine` deletes. What stays is the name of the user. */
export async function forgetUserIn(
  db: Writer,
  table: keyof typeof USER_COLUMNS,
  userId: number,
): Promise<void> {
  const column = USER_COLUMNS[table]
  for (;;) {
    const group = db
      .selectFrom(table as 'photo')
      .select('id')
      .where(column as 'uploader_id', '=', userId)
      .limit(ROWS_AT_ONCE)
    const { numUpdatedRows } = await db
      .updateTable(table as 'photo')
      .set({ [column]: null })
      .where('id', 'in', group)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await answerOthers()
  }
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
