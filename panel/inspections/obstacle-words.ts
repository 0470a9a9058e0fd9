import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import type { PossibleSteps } from '#domain/inspections/possible-steps.ts'
import type { InspectionStep } from '#domain/inspections/state.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Why an inspection cannot be sent to `to`, in one sentence. */
export function obstacleWords(
  text: Text,
  obstacle: NonNullable<PossibleSteps[InspectionStep]>,
  to: InspectionStep,
  { state, findings, not_graded, returned }: ViewedInspection,
): string {
  if (obstacle === 'not_graded') return text('inspection.obstacle.not_graded', { n: not_graded })
  if (obstacle === 'returned') return text('inspection.obstacle.returned', { n: returned })
  // Without findings, the second person is another one than who has sent it to the review.
  if (obstacle === 'second_person' && findings === 0) return text('inspection.obstacle.sender')
  // An open inspection can be published at once, unless the company wants a review before.
  if (obstacle === 'state' && to === 'published' && state === 'open')
    return text('inspection.obstacle.needs_review')
  return text(`inspection.obstacle.${obstacle}`)
}
