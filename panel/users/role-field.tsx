import type { Role } from '#domain/permissions.ts'
import { RadioField } from '#panel/ui/fields/radio-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { describeRole } from './role-description.ts'
import { RoleTable } from './role-table.tsx'

interface RoleFieldProps {
  roles: readonly Role[]
  value: Role
  onChange: (role: Role) => void
  error?: string | undefined
}

/** A field that selects a role and says what each role may do. */
export function RoleField({ roles, value, onChange, error }: RoleFieldProps) {
  const text = useText()
  return (
    <>
      <RadioField
        label={text('user.role')}
        className="sm:col-span-2"
        options={roles.map((role) => ({
          value: role,
          label: text(`role.${role}`),
          note: describeRole(text, role),
        }))}
        value={value}
        onChange={onChange}
        error={error}
      />
      <RoleTable roles={roles} chosen={value} />
    </>
  )
}
