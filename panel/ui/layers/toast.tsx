import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { closings, type Notice, TOAST_PLACE, waitingNotices } from './notices.ts'

const toastsScript = lateScript(() => import('./toasts.tsx'))

/** Loads the script of the toasts before the first notice, when the network may be gone. */
export const preloadToasts = toastsScript.preload

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
  const [script, setScript] = useState<typeof toastsScript.loaded | 'lost'>(toastsScript.loaded)
  const load = () =>
    toastsScript.load().then(
      (loaded) => setScript(loaded),
      () => setScript('lost'),
    )
  useSignalEffect(() => {
    if (waitingNotices.value.length > 0) void load()
  })
  const isLost = script === 'lost'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` differs only in its identity
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isLost])

  if (isLost) return <PlainNotices notices={waitingNotices.value} />
  return (
    script && (
      <PartBoundary shape="nothing">
        <script.default />
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
