import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface LeaveLinkProps {
  /** The address outside of the review. */
  to: string
  onLeave: (address: string) => void
  /** What it opens, if the content does not say it. */
  label?: string
  className: string
  children: ReactNode
}

/** A link out of the review. Back then returns to the same finding, because the review keeps its place in the address before. */
export function LeaveLink({ to, onLeave, label, className, children }: LeaveLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      data-tooltip={label}
      onClick={(event) => {
        // With a modifier key the browser opens the link in a new tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onLeave(to)
      }}
      className={className}
    >
      {children}
    </Link>
  )
}
