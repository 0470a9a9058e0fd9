import type { Role } from '#domain/permissions.ts'
import { type DemoUser, USERS } from './demo-data.ts'

/** The users of a company with one of these roles. */
export function usersOf(companyId: number, roles: readonly Role[]): DemoUser[] {
  return USERS.filter((user) => user.company_id === companyId && roles.includes(user.role))
}

/** The first user with this role in the company, or the superadmin if there is none. */
export function userOf(companyId: number, role: Role): DemoUser {
  const [user] = [...usersOf(companyId, [role]), ...USERS]
  if (!user) throw new Error('The demo has no users.')
  return user
}
