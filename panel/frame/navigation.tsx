import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FormattedNumber } from 'react-intl'
import { Link, matchPath, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { type Action, hasPermission } from '#domain/permissions.ts'
import { waitingInspectionsQuery } from '#panel/data/inspections.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

interface Screen {
  address: string
  label: MessageId
  /** The link is shown only to roles that may do this action. */
  action: Action
  /** The addresses of screens that users open from this screen. On these, the link is marked as current too. */
  records?: readonly string[]
  /** True for the screen whose link counts what waits for the caller. */
  countsWaiting?: boolean
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
  {
    address: PANEL_ADDRESSES.inspections,
    label: 'inspections.title',
    action: 'inspection.read',
    countsWaiting: true,
  },
  { address: PANEL_ADDRESSES.users, label: 'users.title', action: 'user.read' },
  // Admins may read their own company, because forms need it. Only users who manage companies may open the screen.
  { address: PANEL_ADDRESSES.companies, label: 'companies.title', action: 'company.edit' },
  { address: PANEL_ADDRESSES.audit, label: 'audit.title', action: 'audit.read' },
  { address: PANEL_ADDRESSES.system, label: 'system.title', action: 'installation.read' },
]

/** How many inspections wait for the caller. Nothing while it is not known: the screen itself says what cannot be loaded. */
function WaitingCount() {
  const text = useText()
  const isInTeam = hasPermission(useCaller(), 'inspection.work')
  const { data: waiting = 0 } = useQuery({ ...waitingInspectionsQuery, enabled: isInTeam })
  if (!isInTeam || waiting === 0) return null
  return (
    <span className="ml-1.5 rounded-full bg-action-soft px-1.5 text-caption font-medium text-action tabular-nums">
      <span aria-hidden>
        <FormattedNumber value={waiting} />
      </span>
      <span className="sr-only">{text('inspections.waiting', { n: waiting })}</span>
    </span>
  )
}

/** Links to the screens that the caller's role may use. In a narrow window, or with large type, a button opens them as a menu. */
export function Navigation() {
  const text = useText()
  const caller = useCaller()
  const { pathname } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const list = useId()
  // Another screen closes the menu.
  const isOpen = openedAt === pathname
  const close = () => setOpenedAt(undefined)
  const current = ({ address, records = [] }: Screen) => {
    if (pathname === address) return 'page'
    return records.some((record) => matchPath(record, pathname)) ? 'true' : undefined
  }
  return (
    <nav
      aria-label={text('frame.navigation')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return
        close()
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => (isOpen ? close() : setOpenedAt(pathname))}
        className={`${buttonClass('ghost')} min-[72rem]:hidden`}
      >
        <Menu aria-hidden className="size-4.5" />
        {text('frame.menu')}
      </button>
      <ul
        id={list}
        className={`flex h-15 max-[72rem]:absolute max-[72rem]:top-full max-[72rem]:left-0 max-[72rem]:h-auto max-[72rem]:min-w-64 max-[72rem]:flex-col max-[72rem]:rounded max-[72rem]:border max-[72rem]:border-hairline max-[72rem]:bg-surface max-[72rem]:py-1 max-[72rem]:shadow-raised ${isOpen ? '' : 'max-[72rem]:hidden'}`}
      >
        {SCREENS.filter(({ action }) => hasPermission(caller, action)).map((screen) => (
          <li key={screen.address}>
            <Link
              to={screen.address}
              aria-current={current(screen)}
              onClick={close}
              className="flex h-full items-center border-y-2 border-transparent px-3 text-body font-medium text-ink-soft transition-colors hover:text-ink aria-[current]:border-b-action aria-[current]:text-ink max-[72rem]:border-x-2 max-[72rem]:border-y-0 max-[72rem]:px-5 max-[72rem]:py-2.5 max-[72rem]:hover:bg-surface-sunken max-[72rem]:aria-[current]:border-l-action"
            >
              {text(screen.label)}
              {screen.countsWaiting && <WaitingCount />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
