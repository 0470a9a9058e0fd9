import type { Reader } from '#server/database/database.ts'

export async function companyExists(db: Reader, id: number): Promise<boolean> {
  return (await db.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
