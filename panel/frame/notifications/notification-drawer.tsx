import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import type { Notification } from '#domain/notifications.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { refreshLists } from '#panel/data/cached-lists.ts'
import { forgetOlderPages, notificationKeys, notificationsQuery, putRead } from '#panel/data/notifications.ts'
import { listsAfterTurbine } from '#panel/data/turbines.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { Button } from '#panel/ui/button.tsx'
import { DrawerPopup, useDrawer } from '#panel/ui/dialogs/drawer-popup.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { NotificationChoiceTable } from './notification-choice-table.tsx'
import { NotificationList } from './notification-list.tsx'

const PLACES = [0, 1, 2, 3]

interface NotificationDrawerProps {
  /** The button that gets the focus back. */
  bell: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The drawer of the bell: what the user is told of, unread first, and the choice of kinds at its foot. */
export default function NotificationDrawer({ bell, onClose }: NotificationDrawerProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const { drawer, isInOtherLayer } = useDrawer()
  const query = useInfiniteQuery(notificationsQuery)
  const notifications = query.data && withoutRepeated(query.data.pages.flatMap(({ data }) => data))
  const newest = Math.max(0, ...(notifications ?? []).map(({ id }) => id))
  const unread = query.data?.pages[0]?.unread ?? 0
  // Otherwise the bell would ask for all of them again each minute.
  useEffect(() => () => forgetOlderPages(queryClient), [queryClient])

  /** True while the focus is here, or is lost because the control that had it went away. */
  const hasFocus = () =>
    document.activeElement === document.body || drawer.current?.contains(document.activeElement) === true

  const { mutate: read, isPending } = useApiMutation<number[] | 'all', void>({
    name: (input) => ['notification.mark', input],
    call: (input) => putRead(input === 'all' ? { up_to: newest } : { ids: input }),
    invalidates: () => [notificationKeys.all()],
    failureToast: (error) => ({ title: text('notifications.readFailed'), message: errorText(text, error) }),
    // The button goes away with the last unread one.
    onSuccess: (_, input) => {
      if (input === 'all' && hasFocus()) drawer.current?.focus()
    },
  })

  function open({ id, turbine_id, read: isRead }: Notification) {
    if (isRead) return
    // What it tells is newer than what the screens have loaded.
    refreshLists(queryClient, listsAfterTurbine(turbine_id))
    read([id])
  }

  return (
    <Dialog.Root
      open
      modal={false}
      disablePointerDismissal
      onOpenChange={(_, { reason, event }) => {
        if (reason !== 'escape-key' || !isInOtherLayer(event.target)) onClose()
      }}
    >
      <DrawerPopup
        title={text('notifications.title')}
        closeLabel={text('notifications.close')}
        drawer={drawer}
        finalFocus={() => hasFocus() && bell.current}
      >
        <div className="flex h-full flex-col">
          {unread > 0 && (
            <div className="flex shrink-0 items-center justify-between gap-2 border-b border-hairline py-1.5 pr-2 pl-5">
              <p className="text-note text-ink-soft tabular-nums">
                {text('notifications.count', { n: unread })}
              </p>
              <Button
                variant="ghost"
                size="small"
                icon={CheckCheck}
                busy={isPending}
                onClick={() => read('all')}
              >
                {text('notifications.readAll')}
              </Button>
            </div>
          )}
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{renderList()}</div>
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
        <div role="status" className="grid gap-3 p-5">
          <span className="sr-only">{text('notifications.loading')}</span>
          {PLACES.map((place) => (
            <Skeleton key={place} className="h-16" />
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
    return <NotificationList notifications={notifications} query={query} onOpen={open} />
  }
}

/** One that was read between two pages is in both. */
function withoutRepeated(notifications: Notification[]): Notification[] {
  return [...new Map(notifications.map((notification) => [notification.id, notification])).values()]
}
