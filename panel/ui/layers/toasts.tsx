import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { TOAST_MS } from '#domain/limits.ts'
import { TONE_ICONS, TONE_INKS, type Tone } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import { closings, type Notice, TOAST_PLACE, waitingNotices } from './notices.ts'

const EDGES: Record<Tone, string> = {
  error: 'border-l-red',
  warning: 'border-l-amber',
  info: 'border-l-action',
  success: 'border-l-green',
}

/** The toasts of Base UI. `ToastLayer` mounts them with the first notice. */
export default function Toasts() {
  return (
    <Toast.Provider timeout={TOAST_MS}>
      <NoticeReader />
      <Toast.Portal>
        <Toast.Viewport className={TOAST_PLACE}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Makes a toast of each notice. It shows nothing itself. */
function NoticeReader() {
  const { add, close } = Toast.useToastManager()
  const showToast = useEffectEvent(({ tone, title, message, stays = false, action }: Notice) => {
    const id = add({
      type: tone,
      title,
      description: message,
      timeout: stays || tone === 'error' ? 0 : TOAST_MS,
      priority: tone === 'error' ? 'high' : 'low',
      actionProps: action && {
        children: action.label,
        onClick() {
          close(id)
          action.run()
        },
      },
    })
  })
  const closeAll = useEffectEvent(() => close())
  useEffect(() => {
    // A subscription begins with a call, so this one comes before the first toast.
    const stopClosing = closings.subscribe(closeAll)
    const stopReading = waitingNotices.subscribe((waiting) => {
      if (waiting.length === 0) return
      waitingNotices.value = []
      for (const notice of waiting) showToast(notice)
    })
    return () => {
      stopReading()
      stopClosing()
    }
  }, [])
  return null
}

function ToastList() {
  const text = useText()
  const { toasts, close } = Toast.useToastManager()

  useEffect(() => {
    if (toasts.length === 0) return
    const closeAll = (event: KeyboardEvent) => event.key === 'Escape' && close()
    window.addEventListener('keydown', closeAll)
    return () => window.removeEventListener('keydown', closeAll)
  }, [toasts.length, close])

  return toasts.map((toast) => {
    const tone = (toast.type ?? 'info') as Tone
    const Icon = TONE_ICONS[tone]
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={`rounded border border-l-4 border-hairline ${EDGES[tone]} bg-surface shadow-raised transition-[translate,opacity] data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0`}
      >
        <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
          <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${TONE_INKS[tone]}`} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="text-body font-medium text-ink" />
            <Toast.Description className="mt-0.5 text-body break-words text-ink-soft" />
            {toast.actionProps && (
              <Toast.Action className="mt-1 cursor-pointer rounded text-body font-medium text-action hover:underline" />
            )}
          </div>
          <Toast.Close
            aria-label={text('common.dismiss')}
            className="-my-1 inline-flex size-8 cursor-pointer items-center justify-center rounded text-ink-faint transition-colors hover:bg-surface-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
