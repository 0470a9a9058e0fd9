import type { ReactNode } from 'react'
import { Rotor } from '#panel/ui/drawings/rotor.tsx'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** True after a failure: screen readers then announce it at once. */
  alert?: boolean
  /** True where there is little room, such as in a drawer. */
  compact?: boolean
  /** True if it is all that the page has: its title is then the heading of the page. */
  wholePage?: boolean
}

/** Replaces a list that is empty or that failed to load. */
export function EmptyState(props: EmptyStateProps) {
  const { title, children, action, alert = false, compact = false, wholePage = false } = props
  const Heading = wholePage ? 'h1' : 'h2'
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={`grid justify-items-center rounded border border-dashed border-hairline-strong/50 px-8 text-center ${compact ? 'py-8' : 'py-20'}`}
    >
      <svg
        viewBox="-18 -18 36 36"
        fill="currentColor"
        aria-hidden="true"
        className="size-14 text-hairline-strong/60"
      >
        <Rotor degrees={60} />
      </svg>
      <Heading className="mt-5 text-title font-semibold tracking-tight text-ink">{title}</Heading>
      {children !== undefined && (
        <p className="mt-1.5 max-w-[52ch] text-lead text-balance text-ink-soft">{children}</p>
      )}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
