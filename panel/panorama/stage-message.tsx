import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface StageMessageProps {
  icon: LucideIcon
  title: string
  /** True after a failure: screen readers then announce it at once. */
  alert?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** Replaces the picture: there is none, or it cannot be shown. */
export function StageMessage({ icon: Icon, title, alert = false, children, action }: StageMessageProps) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center px-24 py-20 text-center">
      <Icon aria-hidden className="size-14 text-lightbox-ink-soft" strokeWidth={1} />
      <div role={alert ? 'alert' : undefined}>
        <h2 className="mt-5 text-title font-semibold tracking-tight">{title}</h2>
        {children && (
          <p className="mt-1.5 max-w-[52ch] text-lead text-balance text-lightbox-ink-soft">{children}</p>
        )}
      </div>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
