import type { FindingStatus } from '#domain/findings/finding.ts'
import { Badge, type BadgeTone } from '#panel/ui/badge.tsx'
import { useText } from '#panel/words/use-text.ts'

const TONES: Record<FindingStatus, BadgeTone> = {
  open: 'bad',
  monitored: 'attention',
  repaired: 'good',
  closed: 'quiet',
}

/** The status of a finding in one word. */
export function FindingStatusBadge({ status }: { status: FindingStatus }) {
  const text = useText()
  return <Badge tone={TONES[status]}>{text(`findings.status.${status}`)}</Badge>
}
