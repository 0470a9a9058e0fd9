import type { InspectionState, InspectionStep, Obstacle } from '#domain/inspections/state.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Why an inspection cannot be sent to `to`, in one sentence. */
export function obstacleWords(
  text: Text,
  obstacle: Obstacle,
  { to, state, not_graded, returned }: ObstacleFacts,
): string {
  if (obstacle === 'not_graded') return text('inspection.obstacle.not_graded', { n: not_graded })
  if (obstacle === 'returned') return text('inspection.obstacle.returned', { n: returned })
  // An open inspection can be published at once, unless the company wants a review before.
  if (obstacle === 'state' && to === 'published' && state === 'open')
    return text('inspection.obstacle.needs_review')
  return text(`inspection.obstacle.${obstacle}`)
}

interface ObstacleFacts {
  to: InspectionStep
  state: InspectionState
  not_graded: number
  returned: number
}
