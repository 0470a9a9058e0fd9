import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { TOAST_MS } from '#domain/limits.ts'
import { TONE_ICONS, TONE_INKS, type Tone } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'

export interface Notice {
  tone: Tone
  title: string
  message?: string
  /** True if the toast stays until the user closes it, as errors always do. By default it closes after `TOAST_MS`. */
  stays?: boolean
  /** A button in the toast, such as one that undoes what it tells. The toast closes after it. */
  action?: { label: string; run: () => void }
}

/** Shows a toast: title, optional message, icon and colour of its tone. */
export function useNotify(): (notice: Notice) => void {
  const { add, close } = Toast.useToastManager()
  return ({ tone, title, message, stays = false, action }) => {
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
  }
}

/** Closes all toasts. */
export function useCloseToasts(): () => void {
  const { close } = Toast.useToastManager()
  return () => close()
}

const EDGES: Record<Tone, string> = {
  error: 'border-l-red',
  warning: 'border-l-amber',
  info: 'border-l-action',
  success: 'border-l-green',
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={TOAST_MS}>
      {children}
      <Toast.Portal>
        {/* The chat button is in the other corner. */}
        <Toast.Viewport className="fixed bottom-6 left-6 z-toast flex w-[360px] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
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
