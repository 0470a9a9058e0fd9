import type { TurbineStatus } from '#domain/turbine.ts'
import { Badge, type BadgeTone, badgeInk } from '#panel/ui/badge.tsx'
import { useText } from '#panel/words/use-text.ts'

const TONES: Record<TurbineStatus, BadgeTone> = {
  active: 'good',
  maintenance: 'attention',
  faulty: 'bad',
  offline: 'quiet',
  inactive: 'quiet',
  unknown: 'quiet',
}

/** The colour of a status, as a class. */
export function statusInk(status: TurbineStatus): string {
  return badgeInk(TONES[status])
}

export function StatusBadge({ status }: { status: TurbineStatus }) {
  const text = useText()
  return <Badge tone={TONES[status]}>{text(`status.${status}`)}</Badge>
}
