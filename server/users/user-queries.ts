import type { Role } from '#domain/permissions.ts'
import type { User } from '#domain/user.ts'
import type { Reader, Writer } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'

/** An e-mail address as uniqueness and sign-in compare it. Addresses know no Turkish case rules. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** What a sign-in needs to know of the account behind a folded e-mail address. */
export async function findAccount(db: Reader, emailFolded: string) {
  const row = await db
    .selectFrom('user')
    .select(['id', 'password_hash', 'is_active'])
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst()
  return row && { ...row, is_active: row.is_active === 1 }
}

/** @throws ApiError `unauthenticated` when the user is gone: only callers ask this about themselves. */
export async function getUser(db: Reader, id: number): Promise<User> {
  const row = await db
    .selectFrom('user')
    .innerJoin('company', 'company.id', 'user.company_id')
    .select(['user.id', 'user.first_name', 'user.last_name', 'user.email', 'user.role', 'user.company_id'])
    .select(['company.name as company_name', 'user.is_active'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('unauthenticated')
  return { ...row, is_active: row.is_active === 1 }
}

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export interface NewUser {
  first_name: string
  last_name: string
  email: string
  role: Role
  company_id: number
  password_hash: string
}

/** @returns the new user's id, or undefined when the e-mail address is taken. */
export async function insertUser(db: Writer, user: NewUser): Promise<number | undefined> {
  const now = new Date().toISOString()
  const row = await db
    .insertInto('user')
    .values({ ...user, email_folded: foldEmail(user.email), is_active: 1, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
