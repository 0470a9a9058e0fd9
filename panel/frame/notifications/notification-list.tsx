import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Notification } from '#domain/notifications.ts'
import { errorText } from '#panel/api/error-text.ts'
import { Button } from '#panel/ui/button.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useText } from '#panel/words/use-text.ts'
import { NotificationItem } from './notification-item.tsx'

interface NotificationListProps {
  notifications: Notification[]
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
  onOpen: (notification: Notification) => void
}

/** The loaded notifications, one tab stop with arrow keys, and the button that loads older ones. */
export function NotificationList({ notifications, query, onOpen }: NotificationListProps) {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const { active, onFocus, onKeyDown } = useArrowFocus(
    list,
    notifications.map(({ id }) => String(id)),
  )
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const count = notifications.length
  /** How many there were when older ones were asked for. */
  const countBefore = useRef<number>(undefined)
  useEffect(() => {
    const before = countBefore.current
    if (before === undefined || count <= before) return
    countBefore.current = undefined
    // A button that waits loses the focus, and goes away with the last page.
    if (document.activeElement === document.body)
      list.current?.querySelectorAll<HTMLElement>('[data-stop]')[before]?.focus()
  }, [count])

  return (
    <>
      <ul ref={list} onFocus={onFocus} onKeyDown={onKeyDown}>
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            isTabStop={String(notification.id) === active}
            onOpen={() => onOpen(notification)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="grid justify-items-center gap-2 p-3">
          {isFetchNextPageError && (
            <p role="alert" className="text-center text-body text-ink-soft">
              <span className="font-medium text-ink">{text('notifications.failed')}</span>
              {' · '}
              {errorText(text, error)}
            </p>
          )}
          <Button
            size="small"
            busy={isFetchingNextPage}
            onClick={() => {
              countBefore.current = count
              void fetchNextPage()
            }}
          >
            {text('notifications.more')}
          </Button>
        </div>
      )}
    </>
  )
}
