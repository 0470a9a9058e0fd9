import { type Action, hasPermission, mayEverywhere, type Role } from '#domain/permissions.ts'
import type { MessageId } from '#panel/words/messages.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The rights in which roles differ, with their texts, in the order of the sentence and of the table. */
export const RIGHTS: [Action, MessageId][] = [
  ['turbine.read', 'right.turbine.read'],
  ['comment.add', 'right.comment.add'],
  ['photo.add', 'right.photo.add'],
  ['finding.add', 'right.finding.add'],
  ['inspection.edit', 'right.inspection.edit'],
  ['photo.delete', 'right.photo.delete'],
  ['turbine.add', 'right.turbine.add'],
  ['user.edit', 'right.user.edit'],
  ['user.add', 'right.user.add'],
  ['company.edit', 'right.company.edit'],
]

/** A sentence about what a role may do and for which companies, made from the table of permissions. */
export function describeRole(text: Text, role: Role): string {
  const rights = RIGHTS.filter(([action]) => hasRight(role, action)).map(([, id]) => text(id))
  const reach = mayEverywhere(holderOf(role), 'turbine.read') ? 'right.everyCompany' : 'right.ownCompany'
  // Some rights contain commas.
  const description = text(reach, { list: rights.join('; ') })
  // The names of these two roles suggest the opposite.
  return role === 'company_manager' ? `${description} ${text('right.belowAdmin')}` : description
}

/** True if the role has the right. */
export function hasRight(role: Role, action: Action): boolean {
  return hasPermission(holderOf(role), action)
}

function holderOf(role: Role) {
  return { id: 0, role, company_id: 0 }
}
