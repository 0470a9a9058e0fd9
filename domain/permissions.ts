import * as z from 'zod'
import { ADMINS, ANYONE, EVERYONE, type Reach, SUPERADMIN } from './access/grants.ts'
import { RECORD_PERMISSIONS } from './records.ts'

export const ROLES = ['superadmin', 'admin', 'company_manager', 'operator', 'customer', 'viewer'] as const

/** A user's role. `super_admin` is read as `superadmin`. */
export const Role = z
  .enum([...ROLES, 'super_admin'])
  .transform((role) => (role === 'super_admin' ? 'superadmin' : role))
  .pipe(z.enum(ROLES))
export type Role = z.infer<typeof Role>

/** The signed-in user, with the fields that decide their permissions. */
export interface Caller {
  id: number
  role: Role
  company_id: number
}

/**
 * The roles that may do each action, and for which companies; `records.ts` has the actions with records. Server and panel use this table;
 * every API call names one of its actions. Further conditions (such as the time limit for a comment's author) are with the record itself,
 * such as `mayChangeComment`.
 */
export const PERMISSIONS = {
  'session.open': ANYONE,
  // The profile, also before the second factor.
  'session.read': EVERYONE,
  'session.use': EVERYONE,
  'session.prove': EVERYONE,
  'session.end': EVERYONE,
  // Their own others.
  'session.delete': EVERYONE,
  'factor.prove': EVERYONE,
  'factor.read': EVERYONE,
  'factor.add': EVERYONE,
  'factor.remove': EVERYONE,
  // Their own.
  'account.read': EVERYONE,
  'account.edit': EVERYONE,
  'invitation.accept': ANYONE,
  // With the secret of a link, or its cookie.
  'link.open': ANYONE,
  'password.change': EVERYONE,
  'password.reset': ANYONE,
  ...RECORD_PERMISSIONS,
  // Admins read the entries of their own company.
  'audit.read': ADMINS,
  'contact.send': ANYONE,
  'notice.read': EVERYONE,
  'notices.end': ANYONE,
  // Of each kind, what they may read.
  'search.use': EVERYONE,
  // Their own.
  'notification.read': EVERYONE,
  'notification.mark': EVERYONE,
  'health.read': ANYONE,
  'contract.read': ANYONE,
  'key.read': ANYONE,
  'seal.read': ANYONE,
  'metrics.read': ANYONE,
  'installation.read': SUPERADMIN,
  'installation.edit': SUPERADMIN,
} as const satisfies Record<string, Partial<Record<Role | 'visitor', Reach>>>

export type Action = keyof typeof PERMISSIONS

function reachOf(caller: Caller, action: Action): Reach | undefined {
  return (PERMISSIONS[action] as Partial<Record<Role, Reach>>)[caller.role]
}

/** True if the caller may do `action` for at least one company's records. */
export function hasPermission(caller: Caller, action: Action): boolean {
  return reachOf(caller, action) !== undefined
}

/** True if the caller may do `action` to a record of company `companyId`. */
export function may(caller: Caller, action: Action, companyId: number): boolean {
  const reach = reachOf(caller, action)
  return reach === 'any' || (reach === 'own' && caller.company_id === companyId)
}

/** True if the caller may do `action` to every company's records. */
export function mayEverywhere(caller: Caller, action: Action): boolean {
  return reachOf(caller, action) === 'any'
}

/** The actions without sign-in, whose calls have no caller. */
export type OpenAction = {
  [Name in Action]: (typeof PERMISSIONS)[Name] extends { visitor: Reach } ? Name : never
}[Action]

/** True for actions without sign-in. */
export function isOpen(action: Action): action is OpenAction {
  return 'visitor' in PERMISSIONS[action]
}
