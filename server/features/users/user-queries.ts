import { isFactorRequired, type SecondFactorRule } from '#domain/access/account.ts'
import { wantsInspectionNotices } from '#domain/notices.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Language } from '#domain/text/language.ts'
import { compareNames } from '#domain/text/name-order.ts'
import {
  type Account,
  foldEmail,
  type OwnUser,
  type User,
  type UserChange,
  type UserDraft,
} from '#domain/user.ts'
import { hasFactor } from '#server/core/access/has-factor.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { forgetUser } from '#server/infrastructure/database/in-groups.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { requestCompleteErasure } from '#server/infrastructure/database/sqlite/erasure.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** An unused id. Statements with it find nothing, but take as long as with a user's id. */
export const NO_USER_ID = 0

/** The account of a folded e-mail address, for the sign-in; undefined without one. */
export async function findAccount(db: Reader, emailFolded: string) {
  const row = await db
    .selectFrom('user')
    .select(['id', 'email', 'first_name', 'company_id', 'password_hash', 'is_active'])
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst()
  return row && { ...row, is_active: row.is_active === 1 }
}

/** The visible users, in Turkish order. */
export async function listUsers(db: Reader, caller: Caller, protectedUserId: number): Promise<User[]> {
  const rows = await visibleUsers(db, caller).execute()
  return rows
    .map((row) => asUser(row, protectedUserId))
    .sort(
      (a, b) =>
        compareNames(a.first_name, b.first_name) || compareNames(a.last_name, b.last_name) || a.id - b.id,
    )
}

/** @throws ApiError `user_not_found` if it does not exist or the caller may not see it */
export async function getUser(
  db: Reader,
  caller: Caller,
  id: number,
  protectedUserId: number,
): Promise<User> {
  const row = await visibleUsers(db, caller).where('user.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('user_not_found')
  return asUser(row, protectedUserId)
}

/** The signed-in user, with the fields only they can see. @param rule of the server @throws ApiError `unauthenticated` if the user was deleted meanwhile */
export async function getOwnUser(db: Reader, id: number, rule: SecondFactorRule = 'off'): Promise<OwnUser> {
  const row = await users(db)
    .select(['user.must_change_password', 'company.time_zone', 'company.second_factor_required'])
    .select(hasFactor)
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('unauthenticated')
  return {
    ...asAccount(row),
    must_change_password: row.must_change_password === 1,
    must_enrol_factor:
      !row.has_factor && (row.second_factor_required === 1 || isFactorRequired(rule, row.role)),
    time_zone: row.time_zone,
  }
}

/** The signed-in user as a record that they change. @throws ApiError `unauthenticated` if the user was deleted meanwhile */
export async function getOwnAsUser(db: Reader, id: number, protectedUserId: number): Promise<User> {
  const row = await asRecords(users(db)).where('user.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('unauthenticated')
  return asUser(row, protectedUserId)
}

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export interface NewUser extends Omit<UserDraft, 'password'> {
  password_hash: string
  must_change_password?: 0 | 1
}

/** @returns the id of the new user @throws ApiError `email_taken`, `company_not_found` */
export async function insertUser(db: Writer, user: NewUser): Promise<number> {
  const now = new Date().toISOString()
  const row = {
    ...user,
    email_folded: foldEmail(user.email),
    is_active: asBit(user.is_active),
    created_at: now,
    updated_at: now,
  } as const
  const { id } = await refuseViolation('unique', 'email_taken', () =>
    refuseViolation('foreign key', 'company_not_found', () =>
      db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow(),
    ),
  )
  return id
}

/** @throws ApiError `email_taken`, `company_not_found` */
export async function updateUser(db: Writer, id: number, change: UserChange): Promise<void> {
  const { is_active, email_confirmed, ...texts } = change
  const row = {
    ...texts,
    ...(texts.email !== undefined && { email_folded: foldEmail(texts.email) }),
    ...(is_active !== undefined && { is_active: asBit(is_active) }),
    ...(email_confirmed !== undefined && { email_confirmed: asBit(email_confirmed) }),
    updated_at: new Date().toISOString(),
  }
  await refuseViolation('unique', 'email_taken', () =>
    refuseViolation('foreign key', 'company_not_found', () =>
      db
        .updateTable('user')
        .set(({ eb }) => ({ ...row, revision: eb('revision', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    ),
  )
}

/**
 * Stores the time of a sign-in and the user's language, in the transaction that opens the session.
 *
 * @param isOwnPassword true if the password was not a mailed one: the account's owner has then accepted its e-mail address
 */
export async function recordSignIn(
  db: Writer,
  id: number,
  language: Language,
  isOwnPassword: boolean,
): Promise<void> {
  const last_sign_in_at = new Date().toISOString()
  await db
    .updateTable('user')
    .set({ last_sign_in_at, language, ...(isOwnPassword && { email_confirmed: 1 }) })
    .where('id', '=', id)
    .execute()
  // Who has signed in needs no invitation, and its link must not set another password.
  await db.deleteFrom('invitation').where('user_id', '=', id).execute()
}

/** @returns false if it is the language already */
export async function setMailLanguage(db: Writer, id: number, language: Language): Promise<boolean> {
  const changed = await db
    .updateTable('user')
    .set({ language })
    .where('id', '=', id)
    .where((is) => is.or([is('language', 'is', null), is('language', '!=', language)]))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The user's mail language; undefined before the first sign-in. */
export async function findMailLanguage(db: Reader, id: number): Promise<Language | undefined> {
  const row = await db.selectFrom('user').select('language').where('id', '=', id).executeTakeFirst()
  return row?.language ?? undefined
}

/** Sets a password. Mailed passwords become invalid. @param use `to be changed` if another person has chosen it */
export async function setPassword(
  db: Writer,
  id: number,
  passwordHash: string,
  use: 'own' | 'to be changed' = 'own',
): Promise<void> {
  await db
    .updateTable('user')
    .set({
      password_hash: passwordHash,
      must_change_password: use === 'own' ? 0 : 1,
      spent_password_sha256: null,
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await deleteMailedPasswords(db, id)
}

/**
 * Invalidates what was mailed to a user to sign in with: the invitation and the passwords. If there were any passwords, the user can
 * request another at once.
 */
export async function deleteMailedPasswords(db: Writer, userId: number): Promise<void> {
  await db.deleteFrom('invitation').where('user_id', '=', userId).execute()
  const deleted = await db
    .deleteFrom('mailed_password')
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute()
  if (deleted.length === 0) return
  await db.updateTable('user').set({ password_mailed_at: null }).where('id', '=', userId).execute()
}

/** Turns a user's mail about waiting inspections on or off. */
export async function chooseNotices(db: Writer, userId: number, inspections: boolean): Promise<void> {
  await db
    .updateTable('user')
    .set({ inspection_notices: asBit(inspections) })
    .where('id', '=', userId)
    .execute()
}

/** Deletes a user. Their photos, reports and comments stay, under the user's name. */
export async function deleteUser(db: Writer, id: number): Promise<void> {
  // The foreign keys would do it, too, but in one statement.
  await forgetUser(db, id)
  await db.deleteFrom('user').where('id', '=', id).execute()
  await requestCompleteErasure(db)
}

function users(db: Reader) {
  return db
    .selectFrom('user')
    .innerJoin('company', 'company.id', 'user.company_id')
    .select(['user.id', 'user.first_name', 'user.last_name', 'user.email', 'user.role', 'user.company_id'])
    .select(['company.name as company_name', 'user.is_active', 'user.inspection_notices'])
}

function asRecords(query: ReturnType<typeof users>) {
  return query.select(['user.last_sign_in_at', 'user.email_confirmed', 'user.revision']).select(hasFactor)
}

function visibleUsers(db: Reader, caller: Caller) {
  return asRecords(users(db)).$if(!mayEverywhere(caller, 'user.read'), (query) =>
    query.where('user.company_id', '=', caller.company_id),
  )
}

function asBit(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

type AccountRow = Omit<Account, 'is_active' | 'inspection_notices'> & {
  is_active: 0 | 1
  inspection_notices: 0 | 1 | null
}

function asAccount({ is_active, inspection_notices: chosen, ...row }: AccountRow): Account {
  const { id, first_name, last_name, email, role, company_id, company_name } = row
  return {
    id,
    first_name,
    last_name,
    email,
    role,
    company_id,
    company_name,
    is_active: is_active === 1,
    inspection_notices: wantsInspectionNotices(role, chosen),
  }
}

interface UserRow extends AccountRow, Pick<User, 'last_sign_in_at' | 'revision'> {
  has_factor: unknown
  email_confirmed: 0 | 1
}

function asUser(row: UserRow, protectedUserId: number): User {
  return {
    ...asAccount(row),
    email_confirmed: row.email_confirmed === 1,
    last_sign_in_at: row.last_sign_in_at,
    has_second_factor: Boolean(row.has_factor),
    is_protected: row.id === protectedUserId,
    revision: row.revision,
  }
}
