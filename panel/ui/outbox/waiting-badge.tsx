import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says in a dark bar what waits to be sent. */
export function WaitingBadge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-amber-soft px-2.5 py-0.5 text-note whitespace-nowrap text-ink">
      <CloudOff aria-hidden className="size-3.5" />
      {children}
    </span>
  )
}
