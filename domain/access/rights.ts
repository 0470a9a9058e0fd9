import { type Action, hasPermission, type Role } from '#domain/permissions.ts'

/**
 * The differences between roles, for the table of roles, in its order: groups of actions with the same roles. Every action that is not for
 * all roles is listed here.
 */
export const RIGHTS = {
  'turbine.read': [
    'turbine.read',
    'photo.read',
    'report.read',
    'finding.read',
    'inspection.read',
    'comment.read',
  ],
  'comment.add': ['comment.add', 'comment.edit', 'comment.delete'],
  'photo.add': ['photo.add', 'photo.edit', 'photo.move', 'report.add', 'report.edit', 'report.cancel'],
  'finding.add': ['finding.add', 'finding.edit', 'finding.delete', 'photo.look'],
  'inspection.edit': ['inspection.edit', 'inspection.work'],
  'inspection.review': ['inspection.review', 'inspection.close', 'inspection.reopen'],
  'inspection.publish': ['inspection.publish'],
  'inspection.withdraw': ['inspection.withdraw'],
  'photo.delete': ['photo.delete', 'report.delete'],
  'company.read': ['company.read'],
  'link.add': ['link.read', 'link.add', 'link.delete'],
  'turbine.add': ['turbine.add'],
  'user.edit': ['user.read', 'user.edit', 'user.delete'],
  'turbine.edit': ['turbine.edit', 'turbine.delete'],
  'user.add': ['user.add', 'user.set-password', 'user.reset-factor'],
  'company.edit': ['company.add', 'company.edit', 'company.delete'],
  'audit.read': ['audit.read'],
  'installation.read': ['installation.read', 'installation.edit'],
} as const satisfies Record<string, readonly Action[]>

export type Right = keyof typeof RIGHTS
export const RIGHT_NAMES = Object.keys(RIGHTS) as Right[]

/** True if the role has the right for the records of at least one company. */
export function hasRight(role: Role, right: Right): boolean {
  return RIGHTS[right].every((action) => hasPermission({ id: 0, role, company_id: 0 }, action))
}
