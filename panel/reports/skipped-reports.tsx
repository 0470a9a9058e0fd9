import { useEffect } from 'react'
import { REPORT_WARNING_MS } from '#domain/limits.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'

interface SkippedReportsProps {
  /** The names of the picked files that cannot be reports. */
  names: string[]
  onForget: () => void
}

/** Names the picked files that were not staged, for some seconds. */
export function SkippedReports({ names, onForget }: SkippedReportsProps) {
  const text = useText()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is shown for its full time
  useEffect(() => {
    if (names.length === 0) return
    const timer = setTimeout(onForget, REPORT_WARNING_MS)
    return () => clearTimeout(timer)
  }, [names])

  return (
    <div aria-live="polite" className="empty:hidden">
      {names.length > 0 && (
        <Banner tone="warning" title={text('reports.skipped', { n: names.length })} onDismiss={onForget}>
          <ul className="max-h-28 overflow-y-auto text-note break-all">
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several files may have the same name, and the list does not change
              <li key={index}>{name}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
