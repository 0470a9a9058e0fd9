import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import en from '#content/panel/en.json' with { type: 'json' }
import tr from '#content/panel/tr.json' with { type: 'json' }
import { hasPermission, ROLES } from '#domain/permissions.ts'
import { describeRole } from '#panel/users/role-description.ts'

const intl = createIntl({ locale: 'tr', messages: tr })

it('says of a company manager, and of nobody else, that an admin may do more', () => {
  const descriptions = ROLES.map((role) => [
    role,
    describeRole((id, values) => intl.formatMessage({ id }, values), role),
  ])
  expect(
    descriptions
      .filter(([, description]) => description?.includes('yöneticininkinden'))
      .map(([role]) => role),
  ).toEqual(['company_manager'])
})

it('says of those who read turbines that they see findings, too', () => {
  const reads = (action: 'turbine.read' | 'finding.read') =>
    ROLES.filter((role) => hasPermission({ id: 1, role, company_id: 1 }, action))
  expect(reads('finding.read')).toEqual(reads('turbine.read'))
  expect([tr['right.turbine.read'], en['right.turbine.read']]).toEqual([
    expect.stringContaining('bulguları'),
    expect.stringContaining('findings'),
  ])
})
