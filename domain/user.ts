import * as z from 'zod'
import { normalizeText } from '#domain/text/clean-text.ts'
import { line, passwordText, textWithoutNul } from '#domain/text/text.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time/today.ts'
import { Email, Revision } from './fields.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts'
import { type Action, type Caller, may, ROLES, Role } from './permissions.ts'

/** The fields of every answer about a user, without passwords and hashes. */
export const Account = z.object({
  id: z.int().positive(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: Role,
  company_id: z.int(),
  company_name: z.string(),
  is_active: z.boolean(),
  /** True for recipients of the mail about waiting inspections. */
  inspection_notices: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A user as the API answers it to user managers. */
export const User = Account.extend({
  /** Null before the first sign-in. */
  last_sign_in_at: z.iso.datetime().nullable(),
  /**
   * False after a change of the e-mail address, until the user signs in with their own password or a superadmin confirms it. Meanwhile no
   * password is mailed.
   */
  email_confirmed: z.boolean(),
  /** True for a user with an authenticator app or a passkey. */
  has_second_factor: z.boolean(),
  /** True for a user protected from edits, deletion and password changes. */
  is_protected: z.boolean(),
  revision: Revision,
})
export type User = z.infer<typeof User>

/** The signed-in user. */
export const OwnUser = Account.extend({
  /** True while another person has set or mailed the password, until the user chooses one. */
  must_change_password: z.boolean(),
  /** True while the account needs a second factor and has none. Missing in users stored by browsers. */
  must_enrol_factor: z.boolean().default(false),
  /** Missing in users stored by browsers. */
  inspection_notices: Account.shape.inspection_notices.default(false),
  /** The company's time zone. Missing in users stored by browsers. */
  time_zone: z.string().default(DEFAULT_TIME_ZONE),
})
export type OwnUser = z.infer<typeof OwnUser>

const personName = line(100).min(1)

/** A new password. */
const NewPassword = passwordText(PASSWORD_MAX_LENGTH).min(PASSWORD_MIN_LENGTH)

/** An administrator's fields of a user. */
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

/** The body of `PUT /users/{id}`: omitted fields keep their values. Only a superadmin confirms an address, of another user. */
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

/** The body of `PUT /auth/password`. The current password may be omitted after a sign-in with a mailed one. */
export const OwnPasswordChange = z.strictObject({
  password: NewPassword,
  current_password: textWithoutNul(PASSWORD_MAX_LENGTH).optional(),
})
export type OwnPasswordChange = z.infer<typeof OwnPasswordChange>

/** For callers who may edit or delete users: true unless the user's role is higher. Only a superadmin may change a superadmin. */
export function mayManageUser(caller: Caller, user: Pick<User, 'role'>): boolean {
  return caller.role === 'superadmin' || user.role !== 'superadmin'
}

type UserAction = Extract<Action, 'user.edit' | 'user.set-password' | 'user.reset-factor' | 'user.delete'>

/** True if `caller` may do `action` to `user`. The protected user is immutable, and nobody may delete themselves. */
export function mayChangeUser(caller: Caller, action: UserAction, user: User): boolean {
  if (user.is_protected || !mayManageUser(caller, user)) return false
  if (action === 'user.delete' && user.id === caller.id) return false
  return may(caller, action, user.company_id)
}

/** The roles that the panel offers for a new user. The API accepts the others too. */
export const OFFERED_ROLES = ['operator', 'admin', 'customer'] as const satisfies Role[]

/** The roles that `caller` may assign: none above their own. */
export function grantableRoles(caller: Caller): Role[] {
  return caller.role === 'superadmin' ? [...ROLES] : ROLES.filter((role) => role !== 'superadmin')
}

/** An e-mail address folded for comparison: lower case, but not by the Turkish rules for i and ı. */
export function foldEmail(email: string): string {
  return normalizeText(email).trim().toLowerCase()
}

export function isSameEmail(a: string, b: string): boolean {
  return foldEmail(a) === foldEmail(b)
}

/** True for callers who may set the user's password anyway. Users confirm their own address only by signing in. */
export function mayConfirmEmail(caller: Caller, user: Pick<User, 'id' | 'company_id'>): boolean {
  return user.id !== caller.id && may(caller, 'user.set-password', user.company_id)
}
