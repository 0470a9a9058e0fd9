import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import tr from '#content/panel/tr.json' with { type: 'json' }
import { ROLES } from '#domain/permissions.ts'
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
