import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useRef } from 'react'
import { notificationsQuery } from '#panel/data/notifications.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const NotificationDrawer = lazyDialog(() => import('./notification-drawer.tsx'))

const NOTIFICATIONS = 'notifications'
/** The greatest number that the bell shows; a greater one is in its label. */
const SHOWN_MAX = 99

/** The bell of the header with the number of unread notifications, and the drawer that it opens (`?panel=notifications`). */
export function NotificationButton() {
  const text = useText()
  const bell = useRef<HTMLButtonElement>(null)
  const { value, open, close } = useAddressLayer('panel')
  // Nothing while it is not known: the drawer itself says what cannot be loaded.
  const { data: unread = 0 } = useInfiniteQuery({
    ...notificationsQuery,
    select: ({ pages }) => pages[0]?.unread ?? 0,
  })
  const isOpen = value === NOTIFICATIONS
  return (
    <>
      <span className="relative flex">
        <IconButton
          ref={bell}
          label={unread > 0 ? text('notifications.unread', { n: unread }) : text('notifications.title')}
          icon={Bell}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={NotificationDrawer.preload}
          onFocus={NotificationDrawer.preload}
          onClick={() => void (isOpen ? close() : open(NOTIFICATIONS))}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute top-0.5 right-0 min-w-4.5 rounded-full bg-action px-1 text-center text-caption leading-4.5 font-semibold text-on-action tabular-nums"
          >
            {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
          </span>
        )}
      </span>
      {isOpen && <NotificationDrawer bell={bell} onClose={() => void close()} />}
    </>
  )
}
