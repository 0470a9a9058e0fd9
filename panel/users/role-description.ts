import { hasRight, RIGHT_NAMES } from '#domain/access/rights.ts'
import { mayEverywhere, type Role } from '#domain/permissions.ts'
import type { Text } from '#panel/words/use-text.ts'

/** A sentence about what a role may do and for which companies, made from the table of permissions. */
export function describeRole(text: Text, role: Role): string {
  const rights = RIGHT_NAMES.filter((right) => hasRight(role, right)).map((right) => text(`right.${right}`))
  const isEverywhere = mayEverywhere({ id: 0, role, company_id: 0 }, 'turbine.read')
  // Some rights contain commas.
  const description = text(isEverywhere ? 'right.everyCompany' : 'right.ownCompany', {
    list: rights.join('; '),
  })
  // The names of these two roles suggest the opposite.
  return role === 'company_manager' ? `${description} ${text('right.belowAdmin')}` : description
}
