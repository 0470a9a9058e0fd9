import { describe, expect, it } from 'vitest'
import { type Action, holds, may, mayEverywhere, PERMISSIONS, ROLES, Role } from '#domain/permissions.ts'

const OWN = 1
const FOREIGN = 2

/** Section 6 of the specification and the contract, as a reader sees them: o for one's own company, * for all. */
const EXPECTED: Record<Action, Record<Role, '*' | 'o' | ' '>> = {
  //                 superadmin        admin       company_manager       operator       customer       viewer
  'turbine.read': {
    superadmin: '*',
    admin: 'o',
    company_manager: 'o',
    operator: 'o',
    customer: 'o',
    viewer: 'o',
  },
  'turbine.add': {
    superadmin: '*',
    admin: 'o',
    company_manager: ' ',
    operator: ' ',
    customer: ' ',
    viewer: ' ',
  },
  'turbine.edit': {
    superadmin: '*',
    admin: ' ',
    company_manager: ' ',
    operator: ' ',
    customer: ' ',
    viewer: ' ',
  },
  'turbine.delete': {
    superadmin: '*',
    admin: ' ',
    company_manager: ' ',
    operator: ' ',
    customer: ' ',
    viewer: ' ',
  },
  'photo.read': {
    superadmin: '*',
    admin: 'o',
    company_manager: 'o',
    operator: 'o',
    customer: 'o',
    viewer: 'o',
  },
  'photo.add': {
    superadmin: '*',
    admin: 'o',
    company_manager: 'o',
    operator: 'o',
    customer: ' ',
    viewer: ' ',
  },
  'photo.delete': {
    superadmin: '*',
    admin: 'o',
    company_manager: 'o',
    operator: ' ',
    customer: ' ',
    viewer: ' ',
  },
}

describe.each(Object.keys(PERMISSIONS) as Action[])('%s', (action) => {
  it.each(ROLES)('is granted to %s as the contract says', (role) => {
    const viewer = { id: 1, role, company_id: OWN }
    const expected = EXPECTED[action][role]
    expect(holds(viewer, action)).toBe(expected !== ' ')
    expect(may(viewer, action, OWN)).toBe(expected !== ' ')
    expect(may(viewer, action, FOREIGN)).toBe(expected === '*')
    expect(mayEverywhere(viewer, action)).toBe(expected === '*')
  })
})

it('reads super_admin as superadmin, and knows no other roles', () => {
  expect(Role.parse('super_admin')).toBe('superadmin')
  expect(Role.safeParse('guest').success).toBe(false)
})
