import { NavLink } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { type Action, hasPermission } from '#domain/permissions.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

interface Screen {
  address: string
  label: MessageId
  /** The link is shown only to roles that hold this action. */
  action: Action
  /** True if addresses below this one are other screens. */
  isExact?: boolean
}

/** The links in the header, in this order. */
export const SCREENS: Screen[] = [
  { address: PANEL_ADDRESSES.turbines, label: 'turbines.title', action: 'turbine.read', isExact: true },
  { address: PANEL_ADDRESSES.users, label: 'users.title', action: 'user.read' },
  // Admins read their own company for the forms; the screen is for those who manage companies.
  { address: PANEL_ADDRESSES.companies, label: 'companies.title', action: 'company.edit' },
  { address: PANEL_ADDRESSES.audit, label: 'audit.title', action: 'audit.read' },
]

/** Links to the screens that the viewer's role may use. */
export function Navigation() {
  const text = useText()
  const viewer = useViewer()
  return (
    <nav aria-label={text('frame.navigation')}>
      <ul className="flex h-15">
        {SCREENS.filter(({ action }) => hasPermission(viewer, action)).map(
          ({ address, label, isExact = false }) => (
            <li key={address}>
              <NavLink
                to={address}
                end={isExact}
                className="flex h-full items-center border-y-2 border-transparent px-3 text-body font-medium text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-b-action aria-[current=page]:text-ink"
              >
                {text(label)}
              </NavLink>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
