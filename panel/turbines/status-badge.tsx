import type { TurbineStatus } from '#domain/turbine.ts'
import { Badge, type BadgeTone, badgeGround, badgeInk } from '#panel/ui/badge.tsx'
import { useText } from '#panel/words/use-text.ts'

const TONES: Record<TurbineStatus, BadgeTone> = {
  active: 'good',
  maintenance: 'attention',
  faulty: 'bad',
  offline: 'bad',
  inactive: 'quiet',
  unknown: 'quiet',
}

/** True for a turbine in trouble: one that needs a person. */
function isTrouble(status: TurbineStatus): boolean {
  return TONES[status] === 'bad' || TONES[status] === 'attention'
}

/** The colour of a status, as a class. */
export function statusInk(status: TurbineStatus): string {
  return badgeInk(TONES[status])
}

/** The status in a word; that of a turbine in trouble is filled with its colour. */
export function StatusBadge({ status }: { status: TurbineStatus }) {
  const text = useText()
  return (
    <Badge tone={TONES[status]} solid={isTrouble(status)}>
      {text(`status.${status}`)}
    </Badge>
  )
}

/** The coloured edge of a turbine in trouble, along the left side of its card or row. */
export function StatusEdge({ status }: { status: TurbineStatus }) {
  if (!isTrouble(status)) return null
  return <span aria-hidden className={`absolute inset-y-0 left-0 w-1.5 ${badgeGround(TONES[status])}`} />
}
