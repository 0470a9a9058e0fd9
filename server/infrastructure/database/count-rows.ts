import type { Reader } from './database.ts'
import type { Schema } from './schema.ts'

export async function countRows(db: Reader, table: keyof Schema): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
