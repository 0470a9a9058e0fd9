import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { IconButton } from './button.tsx'

export type Tone = 'error' | 'warning' | 'info' | 'success'

export const TONE_ICONS: Record<Tone, LucideIcon> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
}
export const TONE_INKS: Record<Tone, string> = {
  error: 'text-red',
  warning: 'text-amber',
  info: 'text-action',
  success: 'text-green',
}
const GROUNDS: Record<Tone, string> = {
  error: 'border-red/30 bg-red-soft',
  warning: 'border-amber/30 bg-amber-soft',
  info: 'border-action/25 bg-action-soft',
  success: 'border-green/30 bg-green-soft',
}

interface BannerProps {
  tone: Tone
  title: string
  children?: ReactNode
  /** What the user can do, at the right end. */
  action?: ReactNode
  onDismiss?: () => void
}

/** A message inside the page. Screen readers announce errors at once and other messages politely. */
export function Banner({ tone, title, children, action, onDismiss }: BannerProps) {
  const text = useText()
  const Icon = TONE_ICONS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded border px-3.5 py-3 text-body ${GROUNDS[tone]}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${TONE_INKS[tone]}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{title}</p>
        {children && <div className="mt-1 text-ink-soft">{children}</div>}
      </div>
      {action && <div className="shrink-0 self-center">{action}</div>}
      {onDismiss && (
        <IconButton label={text('common.dismiss')} icon={X} onClick={onDismiss} className="-my-2 -mr-2" />
      )}
    </div>
  )
}
