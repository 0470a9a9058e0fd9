import * as z from 'zod'
import { normalizeText } from '#domain/text/clean-text.ts'
import { line, passwordText, textWithoutNul } from '#domain/text/text.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time/today.ts'
import { Email, Revision } from './fields.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts'
import { type Action, may, ROLES, Role, type Viewer } from './permissions.ts'

/** What every answer about a user has, never a password or its hash. */
export const Account = z.object({
  id: z.int().positive(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: Role,
  company_id: z.int(),
  company_name: z.string(),
  is_active: z.boolean(),
  /** True for those who get the mail about inspections that wait. */
  inspection_notices: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A user as the API answers it to those who manage users. */
export const User = Account.extend({
  /** Null if the user has never signed in. */
  last_sign_in_at: z.iso.datetime().nullable(),
  /**
   * False after somebody has changed the e-mail address, until the user signs in with the own password or a superadmin confirms the
   * address. Meanwhile no password is mailed.
   */
  email_confirmed: z.boolean(),
  /** True for the user whom nobody may edit, delete or give a password. */
  is_protected: z.boolean(),
  revision: Revision,
})
export type User = z.infer<typeof User>

/** The signed-in user. After signing in with a mailed password, they must first choose a new password. */
export const OwnUser = Account.extend({
  must_change_password: z.boolean(),
  /** Browsers have stored users without it. */
  inspection_notices: Account.shape.inspection_notices.default(false),
  /** The time zone of the company. Browsers have stored users without it. */
  time_zone: z.string().default(DEFAULT_TIME_ZONE),
})
export type OwnUser = z.infer<typeof OwnUser>

const personName = line(100).min(1)

/** A new password. */
const NewPassword = passwordText(PASSWORD_MAX_LENGTH).min(PASSWORD_MIN_LENGTH)

/** The fields of a user that an administrator fills in. */
export const UserFields = z.strictObject({
  first_name: personName,
  last_name: personName,
  email: Email,
  role: Role,
  company_id: z.int().positive(),
  is_active: z.boolean(),
})
export type UserFields = z.infer<typeof UserFields>

/** The body of `POST /users`. */
export const UserDraft = UserFields.extend({
  password: NewPassword,
  is_active: UserFields.shape.is_active.default(true),
})
export type UserDraft = z.infer<typeof UserDraft>

/** The body of `PUT /users/{id}`: missing fields keep their value. Only a superadmin confirms an address, that of somebody else. */
export const UserChange = UserFields.extend({ email_confirmed: z.boolean() }).partial()
export type UserChange = z.infer<typeof UserChange>

/** The body of `PUT /users/{id}/password`. */
export const PasswordDraft = z.strictObject({ password: NewPassword })

/** The body of `POST /auth/login`. */
export const Credentials = z.strictObject({
  email: line(254).min(1),
  password: textWithoutNul(PASSWORD_MAX_LENGTH).min(1),
})
export type Credentials = z.infer<typeof Credentials>

/** The body of `POST /auth/password-reset`. */
export const PasswordResetRequest = z.strictObject({ email: Email })
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>

/** The body of `PUT /auth/password`. The current password may be missing after signing in with a mailed one. */
export const OwnPasswordChange = z.strictObject({
  password: NewPassword,
  current_password: textWithoutNul(PASSWORD_MAX_LENGTH).optional(),
})
export type OwnPasswordChange = z.infer<typeof OwnPasswordChange>

/** For viewers who may edit or delete users: true unless the user's role is higher. Only a superadmin may change a superadmin. */
export function mayManageUser(viewer: Viewer, user: Pick<User, 'role'>): boolean {
  return viewer.role === 'superadmin' || user.role !== 'superadmin'
}

type UserAction = Extract<Action, 'user.edit' | 'user.set-password' | 'user.delete'>

/** True if `viewer` may do `action` to `user`. Nobody may change the protected user, and nobody may delete themselves. */
export function mayChangeUser(viewer: Viewer, action: UserAction, user: User): boolean {
  if (user.is_protected || !mayManageUser(viewer, user)) return false
  if (action === 'user.delete' && user.id === viewer.id) return false
  return may(viewer, action, user.company_id)
}

/** The roles that the panel offers for a new user. The API accepts the others too. */
export const OFFERED_ROLES = ['operator', 'admin', 'customer'] as const satisfies Role[]

/** The roles that `viewer` may give to a user: none above their own. */
export function grantableRoles(viewer: Viewer): Role[] {
  return viewer.role === 'superadmin' ? [...ROLES] : ROLES.filter((role) => role !== 'superadmin')
}

/** The form of an e-mail address in which addresses are compared: lower case, but not by the Turkish rules for i and ı. */
export function foldEmail(email: string): string {
  return normalizeText(email).trim().toLowerCase()
}

export function isSameEmail(one: string, other: string): boolean {
  return foldEmail(one) === foldEmail(other)
}

/** True for viewers who may set the password of the user anyway. Users confirm their own address only by signing in. */
export function mayConfirmEmail(viewer: Viewer, user: Pick<User, 'id' | 'company_id'>): boolean {
  return user.id !== viewer.id && may(viewer, 'user.set-password', user.company_id)
}
