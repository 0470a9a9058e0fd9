import { useSignals } from '@preact/signals-react/runtime'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { reviewedFinding } from '#panel/data/reviews.ts'
import { DECISIONS_STAGING } from '#panel/outbox/outboxes.ts'
import { useOutboxes } from '#panel/outbox/use-outboxes.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { ReviewOutbox } from './review-outbox.ts'

const NAMES = [DECISIONS_STAGING] as const
const makeOutbox = (userId: number) => new ReviewOutbox(userId)

/** What the reviewer has decided and the server does not have yet. It is sent as long as a screen of the panel is there. */
export function useReviewOutbox(): ReviewOutbox {
  useSignals()
  const [outbox] = useOutboxes<ReviewOutbox, typeof DECISIONS_STAGING>(NAMES, makeOutbox)
  if (!outbox) throw new Error('The decisions have no owner.')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const text = useText()
  useEffect(() => {
    outbox.panel = {
      queryClient,
      tellRefused: (error) =>
        notify({
          tone: 'error',
          title: text('review.failed'),
          message: refusalWords(text, error),
          stays: true,
        }),
    }
  })
  const { value: files } = outbox.files
  const { value: sending } = outbox.sending
  useEffect(() => {
    if (files.length > 0 && sending === null) outbox.sendAll()
  }, [outbox, files, sending])
  return outbox
}

/** What another person has done meanwhile, or why the server has refused the step. */
function refusalWords(text: Text, error: Error): string {
  const now = reviewedFinding(error)
  if (!now) return errorText(text, error)
  const { number, review } = now
  if (!review) return text('review.stale', { number })
  return text(`review.stale.${review.decision}`, { number, name: review.user_name })
}
