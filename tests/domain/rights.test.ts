import { expect, it } from 'vitest'
import en from '#content/panel/en.json' with { type: 'json' }
import tr from '#content/panel/tr.json' with { type: 'json' }
import { hasRight, RIGHT_NAMES, RIGHTS } from '#domain/access/rights.ts'
import { type Action, hasPermission, isOpen, PERMISSIONS, ROLES } from '#domain/permissions.ts'

const rolesWith = (action: Action) =>
  ROLES.filter((role) => hasPermission({ id: 1, role, company_id: 1 }, action))

it('has each action in which roles differ once, also reviewing and publishing', () => {
  const differing = (Object.keys(PERMISSIONS) as Action[]).filter(
    (action) => !isOpen(action) && rolesWith(action).length < ROLES.length,
  )
  const named: readonly Action[] = RIGHT_NAMES.flatMap((right) => [...RIGHTS[right]])
  expect(new Set(named).size).toBe(named.length)
  expect(differing.filter((action) => !named.includes(action))).toEqual([])
  expect(RIGHT_NAMES).toEqual(expect.arrayContaining(['inspection.review', 'inspection.publish']))
})

it('says of each role what the permissions say, of every action of a right', () => {
  for (const right of RIGHT_NAMES) {
    const roles = ROLES.filter((role) => hasRight(role, right))
    for (const action of RIGHTS[right]) expect([action, rolesWith(action)]).toEqual([action, roles])
  }
})

it('has a text for each right', () => {
  for (const right of RIGHT_NAMES)
    for (const texts of [tr, en] as Record<string, string>[]) expect(texts[`right.${right}`]).toBeTruthy()
})
