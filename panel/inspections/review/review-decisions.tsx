import { useQueries } from '@tanstack/react-query'
import type { Finding } from '#domain/findings/finding.ts'
import { reviewsQuery } from '#panel/data/reviews.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import type { ShownReview } from '../decisions/waiting-steps.ts'

interface ReviewDecisionsProps {
  /** What is decided about the finding now. */
  decision: ShownReview | undefined
  /** The findings of earlier years that it continues, the newest first. */
  earlier: readonly Finding[]
}

/** What is decided about a finding, and what was decided in earlier years about those that it continues. */
export function ReviewDecisions({ decision, earlier }: ReviewDecisionsProps) {
  const text = useText()
  const dates = useDates()
  const former = useQueries({
    queries: earlier.map(({ turbine_id, year }) => reviewsQuery({ turbineId: turbine_id, year })),
  })
  const lines = earlier.flatMap((finding, index) => {
    const review = former[index]?.data?.find(({ finding_id }) => finding_id === finding.id)
    return review ? [{ ...review, year: finding.year }] : []
  })
  if (!decision && lines.length === 0) return null
  return (
    <ul aria-label={text('review.decisions')} className="mt-1 grid gap-0.5">
      {decision && (
        <li className={`font-medium ${decision.decision === 'returned' ? 'text-amber' : 'text-green'}`}>
          {text(`review.by.${decision.decision}`, { name: decision.user_name })}
          {decision.at !== null && ` · ${dates.dayAndTimeOf(decision.at)}`}
        </li>
      )}
      {lines.map((review) => (
        <li key={review.id}>
          {review.year}
          {' · '}
          {text(`review.by.${review.decision}`, { name: review.user_name })}
        </li>
      ))}
    </ul>
  )
}
