import * as z from 'zod'

export const ROLES = ['superadmin', 'admin', 'company_manager', 'operator', 'customer', 'viewer'] as const

/** A user's role. `super_admin` is read as `superadmin`. */
export const Role = z.preprocess((value) => (value === 'super_admin' ? 'superadmin' : value), z.enum(ROLES))
export type Role = z.infer<typeof Role>

/** The part of a signed-in user that decides what they may do. */
export interface Viewer {
  id: number
  role: Role
  company_id: number
}

/** How far a right reaches: every company's records, or those of the viewer's own company. */
type Reach = 'any' | 'own'

const EVERYONE = {
  superadmin: 'any',
  admin: 'own',
  company_manager: 'own',
  operator: 'own',
  customer: 'own',
  viewer: 'own',
} as const
const SUPERADMIN = { superadmin: 'any' } as const
const MANAGERS = { superadmin: 'any', admin: 'own', company_manager: 'own' } as const
const UPLOADERS = { ...MANAGERS, operator: 'own' } as const

/** Who may do what, and whose records it reaches. Server and panel both read this table; nothing else decides. */
export const PERMISSIONS = {
  'turbine.read': EVERYONE,
  'turbine.add': { superadmin: 'any', admin: 'own' },
  'turbine.edit': SUPERADMIN,
  'turbine.delete': SUPERADMIN,
  'photo.read': EVERYONE,
  'photo.add': UPLOADERS,
  'photo.delete': MANAGERS,
} as const satisfies Record<string, Partial<Record<Role, Reach>>>

export type Action = keyof typeof PERMISSIONS

function reachOf(viewer: Viewer, action: Action): Reach | undefined {
  return (PERMISSIONS[action] as Partial<Record<Role, Reach>>)[viewer.role]
}

/** True when the viewer's role holds `action` at all, whoever owns the record. */
export function holds(viewer: Viewer, action: Action): boolean {
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
