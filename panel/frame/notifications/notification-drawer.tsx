import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { Button } from '#panel/ui/button.tsx'
import { DrawerPopup, useDrawer } from '#panel/ui/dialogs/drawer-popup.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { notificationKeys, notificationsQuery, putRead } from './notification-calls.ts'
import { NotificationChoiceTable } from './notification-choice-table.tsx'
import { NotificationItem } from './notification-item.tsx'

/** The drawer of the bell: what the user is told of, unread first, and the choice of kinds at its foot. */
export default function NotificationDrawer({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { drawer, isInOtherLayer } = useDrawer()
  const query = useInfiniteQuery(notificationsQuery)
  const notifications = query.data?.pages.flatMap(({ data }) => data)
  const newest = Math.max(0, ...(notifications ?? []).map(({ id }) => id))
  const unread = query.data?.pages[0]?.unread ?? 0
  const { mutate: read, isPending } = useApiMutation<number[] | 'all', void>({
    name: (input) => ['notification.mark', input],
    call: (input) => putRead(input === 'all' ? { up_to: newest } : { ids: input }),
    invalidates: () => [notificationKeys.all()],
    failureToast: (error) => ({ title: text('notifications.readFailed'), message: errorText(text, error) }),
  })

  return (
    <Dialog.Root
      open
      modal={false}
      onOpenChange={(_, { reason, event }) => {
        if (reason !== 'escape-key' || !isInOtherLayer(event.target)) onClose()
      }}
    >
      <DrawerPopup
        title={text('notifications.title')}
        closeLabel={text('notifications.close')}
        drawer={drawer}
      >
        <div className="flex min-h-full flex-col">
          {unread > 0 && (
            <p className="flex items-center justify-between gap-2 border-b border-hairline py-1.5 pr-2 pl-5 text-note text-ink-soft tabular-nums">
              {text('notifications.count', { n: unread })}
              <Button
                look="ghost"
                size="small"
                icon={CheckCheck}
                busy={isPending}
                onClick={() => read('all')}
              >
                {text('notifications.readAll')}
              </Button>
            </p>
          )}
          <div className="flex-1">{renderList()}</div>
          <NotificationChoiceTable />
        </div>
      </DrawerPopup>
    </Dialog.Root>
  )

  function renderList() {
    if (!notifications) {
      if (query.error)
        return <LoadFailure query={query} title={text('notifications.failed')} className="px-5 py-4" />
      return (
        <div role="status" aria-label={text('notifications.loading')} className="grid gap-3 p-5">
          {[1, 2, 3, 4].map((each) => (
            <Skeleton key={each} className="h-16" />
          ))}
        </div>
      )
    }
    if (notifications.length === 0)
      return (
        <div className="p-5">
          <EmptyState compact title={text('notifications.none')}>
            {text('notifications.none.text')}
          </EmptyState>
        </div>
      )
    return (
      <>
        <ul>
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (!notification.read) read([notification.id])
              }}
            />
          ))}
        </ul>
        {query.hasNextPage && (
          <p className="p-3 text-center">
            <Button size="small" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {text('notifications.more')}
            </Button>
          </p>
        )}
      </>
    )
  }
}
