import { describe, expect, it } from 'vitest'
import {
  type Action,
  hasPermission,
  isOpen,
  may,
  mayEverywhere,
  PERMISSIONS,
  ROLES,
  Role,
} from '#domain/permissions.ts'

const OWN = 1
const FOREIGN = 2

/**
 * The permissions of section 6 of the specification and of the contract: `o` for the records of the own company, `*`
 * for all. The columns are superadmin, admin, company_manager, operator, customer, viewer.
 */
const EXPECTED: Record<Action, string> = {
  'session.open': '* o o o o o',
  'session.read': '* o o o o o',
  'session.use': '* o o o o o',
  'session.prove': '* o o o o o',
  'session.end': '* o o o o o',
  'session.delete': '* o o o o o',
  'factor.prove': '* o o o o o',
  'factor.read': '* o o o o o',
  'factor.add': '* o o o o o',
  'factor.remove': '* o o o o o',
  'account.read': '* o o o o o',
  'account.edit': '* o o o o o',
  'invitation.accept': '* o o o o o',
  'link.open': '* o o o o o',
  'password.change': '* o o o o o',
  'password.reset': '* o o o o o',
  'turbine.read': '* o o o o o',
  'turbine.visit': '* o o o o o',
  'turbine.add': '* o - - - -',
  'turbine.edit': '* - - - - -',
  'turbine.delete': '* - - - - -',
  'photo.read': '* o o o o o',
  'photo.look': '* o o o - -',
  'photo.add': '* o o o - -',
  'photo.edit': '* o o o - -',
  'photo.move': '* o o o - -',
  'photo.delete': '* o o - - -',
  'report.read': '* o o o o o',
  'report.cancel': '* o o o - -',
  'report.add': '* o o o - -',
  'report.edit': '* o o o - -',
  'report.delete': '* o o - - -',
  'comment.read': '* o o o o o',
  'comment.add': '* o o o o -',
  'comment.edit': '* o o o o -',
  'comment.delete': '* o o o o -',
  'finding.read': '* o o o o o',
  'finding.add': '* o o o - -',
  'finding.edit': '* o o o - -',
  'finding.delete': '* o o o - -',
  'inspection.read': '* o o o o o',
  'inspection.seal': '* o o o o o',
  'inspection.work': '* o o o - -',
  'inspection.edit': '* o o o - -',
  'inspection.review': '* o o o - -',
  'inspection.close': '* o o o - -',
  'inspection.reopen': '* o o o - -',
  'inspection.publish': '* o o o - -',
  'inspection.withdraw': '* o - - - -',
  'link.read': '* o o - - -',
  'link.add': '* o o - - -',
  'link.delete': '* o o - - -',
  'company.read': '* o o - - -',
  'company.add': '* - - - - -',
  'company.edit': '* - - - - -',
  'company.delete': '* - - - - -',
  'user.read': '* o - - - -',
  'user.add': '* - - - - -',
  'user.edit': '* o - - - -',
  'user.set-password': '* - - - - -',
  'user.reset-factor': '* - - - - -',
  'user.set-notices': '* o o o o o',
  'user.delete': '* o - - - -',
  'audit.read': '* o - - - -',
  'contact.send': '* o o o o o',
  'notice.read': '* o o o o o',
  'notices.end': '* o o o o o',
  'search.use': '* o o o o o',
  'notification.read': '* o o o o o',
  'notification.mark': '* o o o o o',
  'installation.read': '* - - - - -',
  'installation.edit': '* - - - - -',
  'health.read': '* o o o o o',
  'contract.read': '* o o o o o',
  'key.read': '* o o o o o',
  'seal.read': '* o o o o o',
  'metrics.read': '* o o o o o',
}

/** The actions that need no sign-in. */
const OPEN: Action[] = [
  'session.open',
  'invitation.accept',
  'link.open',
  'password.reset',
  'contact.send',
  'notices.end',
  'health.read',
  'contract.read',
  'key.read',
  'seal.read',
  'metrics.read',
]

describe.each(Object.keys(PERMISSIONS) as Action[])('%s', (action) => {
  it.each(ROLES)('is granted to %s as the contract says', (role) => {
    const caller = { id: 1, role, company_id: OWN }
    const expected = EXPECTED[action].split(' ')[ROLES.indexOf(role)]
    expect(hasPermission(caller, action)).toBe(expected !== '-')
    expect(may(caller, action, OWN)).toBe(expected !== '-')
    expect(may(caller, action, FOREIGN)).toBe(expected === '*')
    expect(mayEverywhere(caller, action)).toBe(expected === '*')
  })
})

it('allows visitors only the actions that need no sign-in', () => {
  expect((Object.keys(PERMISSIONS) as Action[]).filter(isOpen)).toEqual(OPEN)
})

it('reads super_admin as superadmin, and accepts no unknown role', () => {
  expect(Role.parse('super_admin')).toBe('superadmin')
  expect(Role.safeParse('guest').success).toBe(false)
})
