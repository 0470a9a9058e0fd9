import type { TurbineStatus } from '#domain/turbine.ts'
import { useText } from '#panel/words/use-text.ts'

const INKS: Record<TurbineStatus, string> = {
  active: 'text-green',
  maintenance: 'text-amber',
  faulty: 'text-red',
  offline: 'text-ink-faint',
  inactive: 'text-ink-faint',
  unknown: 'text-ink-faint',
}

/** The colour of a status, as a class. */
export function statusInk(status: TurbineStatus): string {
  return INKS[status]
}

export function StatusBadge({ status }: { status: TurbineStatus }) {
  const text = useText()
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-full border border-hairline bg-surface px-2.5 text-caption font-medium ${INKS[status]}`}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {text(`status.${status}`)}
    </span>
  )
}
