import * as z from 'zod'

export const ROLES = ['superadmin', 'admin', 'company_manager', 'operator', 'customer', 'viewer'] as const

/** A user's role. `super_admin` is read as `superadmin`. */
export const Role = z
  .enum([...ROLES, 'super_admin'])
  .transform((role) => (role === 'super_admin' ? 'superadmin' : role))
  .pipe(z.enum(ROLES))
export type Role = z.infer<typeof Role>

/** The signed-in user, with the fields that decide what they may do. */
export interface Viewer {
  id: number
  role: Role
  company_id: number
}

/** How far a right reaches: every company's records, or those of the viewer's own company. */
type Reach = 'any' | 'own'

/** A person who is not signed in. */
type Visitor = 'visitor'

const EVERYONE = {
  superadmin: 'any',
  admin: 'own',
  company_manager: 'own',
  operator: 'own',
  customer: 'own',
  viewer: 'own',
} as const
const ANYONE = { ...EVERYONE, visitor: 'any' } as const
const SUPERADMIN = { superadmin: 'any' } as const
const ADMINS = { superadmin: 'any', admin: 'own' } as const
const MANAGERS = { ...ADMINS, company_manager: 'own' } as const
const UPLOADERS = { ...MANAGERS, operator: 'own' } as const
const WRITERS = { ...UPLOADERS, customer: 'own' } as const

/**
 * Which role may do which action, and to the records of which companies. Server and panel use this table; every call of the API
 * names one of its actions. Further conditions of an action (for example the time limit for a comment's author) are with the record
 * itself, such as `mayChangeComment`.
 */
export const PERMISSIONS = {
  'session.open': ANYONE,
  'session.use': EVERYONE,
  'session.end': EVERYONE,
  'password.change': EVERYONE,
  'password.reset': ANYONE,
  'turbine.read': EVERYONE,
  'turbine.visit': EVERYONE,
  'turbine.add': ADMINS,
  'turbine.edit': SUPERADMIN,
  'turbine.delete': SUPERADMIN,
  'photo.read': EVERYONE,
  'photo.add': UPLOADERS,
  'photo.delete': MANAGERS,
  'report.read': EVERYONE,
  'report.add': UPLOADERS,
  'report.delete': MANAGERS,
  'comment.read': EVERYONE,
  'comment.add': WRITERS,
  'comment.edit': WRITERS,
  'comment.delete': WRITERS,
  'finding.read': EVERYONE,
  'finding.add': UPLOADERS,
  'finding.edit': UPLOADERS,
  'finding.delete': UPLOADERS,
  'inspection.read': EVERYONE,
  'inspection.edit': UPLOADERS,
  'company.read': MANAGERS,
  'company.add': SUPERADMIN,
  'company.edit': SUPERADMIN,
  'company.delete': SUPERADMIN,
  'user.read': ADMINS,
  'user.add': SUPERADMIN,
  'user.edit': ADMINS,
  'user.set-password': SUPERADMIN,
  'user.delete': ADMINS,
  'audit.read': SUPERADMIN,
  'contact.send': ANYONE,
  'health.read': ANYONE,
  'contract.read': ANYONE,
  'metrics.read': ANYONE,
} as const satisfies Record<string, Partial<Record<Role | Visitor, Reach>>>

export type Action = keyof typeof PERMISSIONS

function reachOf(viewer: Viewer, action: Action): Reach | undefined {
  return (PERMISSIONS[action] as Partial<Record<Role, Reach>>)[viewer.role]
}

/** True when the viewer's role has the right to `action` for the records of at least one company. */
export function hasPermission(viewer: Viewer, action: Action): boolean {
  return reachOf(viewer, action) !== undefined
}

/** True when the viewer may do `action` to a record of company `companyId`. */
export function may(viewer: Viewer, action: Action, companyId: number): boolean {
  const reach = reachOf(viewer, action)
  return reach === 'any' || (reach === 'own' && viewer.company_id === companyId)
}

/** True when the viewer may do `action` to the records of every company. */
export function mayEverywhere(viewer: Viewer, action: Action): boolean {
  return reachOf(viewer, action) === 'any'
}

/** True for actions that need no sign-in. */
export function isOpen(action: Action): boolean {
  return 'visitor' in PERMISSIONS[action]
}
