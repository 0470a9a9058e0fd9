import { NavLink } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { type Action, holds } from '#domain/permissions.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

interface Screen {
  address: string
  label: MessageId
  /** The link is shown only to roles that hold this action. */
  action: Action
}

/** The links in the header, in this order. */
export const SCREENS: Screen[] = [
  { address: PANEL_ADDRESSES.turbines, label: 'turbines.title', action: 'turbine.read' },
]

/** Links to the screens that the viewer's role may use. */
export function Navigation() {
  const text = useText()
  const viewer = useViewer()
  return (
    <nav aria-label={text('frame.navigation')}>
      <ul className="flex h-15">
        {SCREENS.filter(({ action }) => holds(viewer, action)).map(({ address, label }) => (
          <li key={address}>
            <NavLink
              to={address}
              className="flex h-full items-center border-y-2 border-transparent px-3 text-body font-medium text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-b-action aria-[current=page]:text-ink"
            >
              {text(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
