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

/** True for statuses that need attention. */
function isTrouble(status: TurbineStatus): boolean {
  return TONES[status] === 'bad' || TONES[status] === 'attention'
}

/** The colour of a status, as a class. */
export function statusInk(status: TurbineStatus): string {
  return badgeInk(TONES[status])
}

interface StatusBadgeProps {
  status: TurbineStatus
  /** True beside the state of the blades, which weighs more than the status. */
  quiet?: boolean
}

/** The status in one word. A status that needs attention has a filled badge. */
export function StatusBadge({ status, quiet = false }: StatusBadgeProps) {
  const text = useText()
  return (
    <Badge tone={TONES[status]} solid={!quiet && isTrouble(status)}>
      {text(`status.${status}`)}
    </Badge>
  )
}

/** A coloured edge on the left of the card or row of a turbine whose status needs attention. */
export function StatusEdge({ status }: { status: TurbineStatus }) {
  if (!isTrouble(status)) return null
  return <span aria-hidden className={`absolute inset-y-0 left-0 w-1.5 ${badgeGround(TONES[status])}`} />
}
