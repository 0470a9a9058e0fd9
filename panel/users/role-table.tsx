import { Check, Minus } from 'lucide-react'
import { hasRight, RIGHT_NAMES } from '#domain/access/rights.ts'
import type { Role } from '#domain/permissions.ts'
import { useText } from '#panel/words/use-text.ts'

/** What each of these roles may do, as a table of ticks made from the table of permissions. */
export function RoleTable({ roles, chosen }: { roles: readonly Role[]; chosen: Role }) {
  const text = useText()
  return (
    <table className="w-full border-collapse text-note text-ink sm:col-span-2">
      <caption className="mb-1 text-left font-medium text-ink-soft">{text('right.table')}</caption>
      <thead>
        <tr className="border-b border-hairline">
          <td />
          {roles.map((role) => (
            <th
              key={role}
              scope="col"
              className={`px-2 py-1.5 text-center font-medium ${role === chosen ? 'bg-action-soft' : ''}`}
            >
              {text(`role.${role}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {RIGHT_NAMES.map((right) => (
          <tr key={right} className="border-b border-hairline last:border-0">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal first-letter:uppercase">
              {text(`right.${right}`)}
            </th>
            {roles.map((role) => (
              <td key={role} className={`px-2 text-center ${role === chosen ? 'bg-action-soft' : ''}`}>
                <Tick isOn={hasRight(role, right)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Tick({ isOn }: { isOn: boolean }) {
  const text = useText()
  const Icon = isOn ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={`mx-auto size-4 ${isOn ? 'text-green' : 'text-ink-faint'}`} />
      <span className="sr-only">{text(isOn ? 'right.yes' : 'right.no')}</span>
    </>
  )
}
