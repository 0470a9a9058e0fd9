import { useSignals } from '@preact/signals-react/runtime'
import { WaitingBadge } from '#panel/ui/outbox/waiting-badge.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useReviewOutbox } from './use-review-outbox.ts'

/** Sends the decisions of a reviewer on every screen of the panel, when there is a connection, and says how many wait for it. */
export default function DecisionSender() {
  useSignals()
  const text = useText()
  const { steps, isDisconnected } = useReviewOutbox()
  const n = isDisconnected.value ? steps.value.length : 0
  return (
    <p role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-toast flex justify-center">
      {n > 0 && (
        <span className="rounded-full shadow-raised">
          <WaitingBadge>{text('review.waiting', { n })}</WaitingBadge>
        </span>
      )}
    </p>
  )
}
