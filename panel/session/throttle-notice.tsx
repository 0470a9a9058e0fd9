import { useEffect, useState } from 'react'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'

/**
 * Tells the user that there were too many attempts, and counts down to `until` (milliseconds since 1970). Screen readers announce
 * the wait once. The countdown is outside of the live region, so it is not announced every second.
 */
export function ThrottleNotice({ until }: { until: number }) {
  const text = useText()
  const [now, setNow] = useState(Date.now)
  const [since] = useState(now)
  const isOver = now >= until

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])

  if (isOver) return <Banner tone="info" title={text('signIn.throttled.over')} />
  return (
    <div>
      <Banner tone="error" title={text('signIn.throttled')}>
        <span className="sr-only">
          {text('signIn.throttled.minutes', { minutes: Math.ceil((until - since) / 60_000) })}
        </span>
      </Banner>
      <p role="timer" className="mt-2 text-body text-ink-soft tabular-nums">
        {text('signIn.throttled.left', { left: clockTime(until - now) })}
      </p>
    </div>
  )
}

/** Milliseconds as minutes and seconds: `14:05`. */
function clockTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
