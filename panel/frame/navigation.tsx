import { Link, matchPath, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { type Action, hasPermission } from '#domain/permissions.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

interface Screen {
  address: string
  label: MessageId
  /** The link is shown only to roles that may do this action. */
  action: Action
  /** The addresses of screens that users open from this screen. On these, the link is marked as current too. */
  records?: readonly string[]
}

/** The links in the header, in this order. */
export const SCREENS: Screen[] = [
  {
    address: PANEL_ADDRESSES.turbines,
    label: 'turbines.title',
    action: 'turbine.read',
    records: [
      PANEL_ADDRESSES.turbine,
      PANEL_ADDRESSES.panorama,
      PANEL_ADDRESSES.operatorPhotos,
      PANEL_ADDRESSES.dronePhotos,
    ],
  },
  { address: PANEL_ADDRESSES.findings, label: 'findings.title', action: 'finding.read' },
  { address: PANEL_ADDRESSES.users, label: 'users.title', action: 'user.read' },
  // Admins may read their own company, because forms need it. Only users who manage companies may open the screen.
  { address: PANEL_ADDRESSES.companies, label: 'companies.title', action: 'company.edit' },
  { address: PANEL_ADDRESSES.audit, label: 'audit.title', action: 'audit.read' },
]

/** Links to the screens that the viewer's role may use. */
export function Navigation() {
  const text = useText()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const current = ({ address, records = [] }: Screen) => {
    if (pathname === address) return 'page'
    return records.some((record) => matchPath(record, pathname)) ? 'true' : undefined
  }
  return (
    <nav aria-label={text('frame.navigation')}>
      <ul className="flex h-15">
        {SCREENS.filter(({ action }) => hasPermission(viewer, action)).map((screen) => (
          <li key={screen.address}>
            <Link
              to={screen.address}
              aria-current={current(screen)}
              className="flex h-full items-center border-y-2 border-transparent px-3 text-body font-medium text-ink-soft transition-colors hover:text-ink aria-[current]:border-b-action aria-[current]:text-ink"
            >
              {text(screen.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
