/** The reach of a right: every company's records, or those of the caller's company. */
export type Reach = 'any' | 'own'

export const EVERYONE = {
  superadmin: 'any',
  admin: 'own',
  company_manager: 'own',
  operator: 'own',
  customer: 'own',
  viewer: 'own',
} as const
/** A visitor is not signed in. */
export const ANYONE = { ...EVERYONE, visitor: 'any' } as const
export const SUPERADMIN = { superadmin: 'any' } as const
export const ADMINS = { superadmin: 'any', admin: 'own' } as const
export const MANAGERS = { ...ADMINS, company_manager: 'own' } as const
export const UPLOADERS = { ...MANAGERS, operator: 'own' } as const
export const WRITERS = { ...UPLOADERS, customer: 'own' } as const

/** The roles that may do an action with records, and its reach. A visitor never may. */
export type Grant = Partial<Record<keyof typeof EVERYONE, Reach>>
