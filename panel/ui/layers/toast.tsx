import { effect, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ComponentType } from 'react'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { closings, type Notice, TOAST_PLACE, waitingNotices } from './notices.ts'

const toastsScript = lateScript(() => import('./toasts.tsx'))

/** The component of the toasts, once its script is there. */
const shownToasts = signal<ComponentType | 'lost' | undefined>(undefined)

/** Loads the script of the toasts before the first notice, when the network may be gone. */
export async function preloadToasts(): Promise<void> {
  if (typeof shownToasts.peek() === 'function') return
  shownToasts.value = await toastsScript.load().then(
    ({ default: Toasts }) => Toasts,
    () => 'lost' as const,
  )
}

effect(() => {
  if (waitingNotices.value.length > 0) void preloadToasts()
})
window.addEventListener('online', () => shownToasts.peek() === 'lost' && preloadToasts())

/** Shows a toast: title, optional message, icon and colour of its tone. */
export function useNotify(): (notice: Notice) => void {
  return notify
}

function notify(notice: Notice) {
  waitingNotices.value = [...waitingNotices.value, notice]
}

/** Closes all toasts. */
export function closeToasts() {
  waitingNotices.value = []
  closings.value += 1
}

/** Shows the toasts of the whole panel. Their script loads with the first notice. If it is lost, the notices are plain text until it is there. */
export function ToastLayer() {
  useSignals()
  const { value: Toasts } = shownToasts
  if (Toasts === 'lost') return <PlainNotices notices={waitingNotices.value} />
  return (
    Toasts && (
      <PartBoundary shape="nothing">
        <Toasts />
      </PartBoundary>
    )
  )
}

function PlainNotices({ notices }: { notices: readonly Notice[] }) {
  return (
    <div role="alert" className={TOAST_PLACE}>
      {notices.map(({ title, message }) => (
        <p key={`${title} ${message}`} className="rounded border border-hairline bg-surface p-3 text-body">
          {title} {message}
        </p>
      ))}
    </div>
  )
}
