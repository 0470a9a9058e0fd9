import { useSignals } from '@preact/signals-react/runtime'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { reviewedFinding } from '#panel/data/reviews.ts'
import { DECISIONS_STAGING } from '#panel/staging/stagings.ts'
import { useStagings } from '#panel/staging/use-stagings.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { ReviewStaging } from './review-staging.ts'

const NAMES = [DECISIONS_STAGING] as const
const makeStaging = (userId: number) => new ReviewStaging(userId)

/** What the reviewer has decided and the server does not have yet. It is sent as long as a screen of the panel is there. */
export function useReviewStaging(): ReviewStaging {
  useSignals()
  const [staging] = useStagings<ReviewStaging, typeof DECISIONS_STAGING>(NAMES, makeStaging)
  if (!staging) throw new Error('The decisions have no owner.')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const text = useText()
  useEffect(() => {
    staging.panel = {
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
  const { value: files } = staging.files
  const { value: sending } = staging.sending
  useEffect(() => {
    if (files.length > 0 && sending === null) staging.sendAll()
  }, [staging, files, sending])
  return staging
}

/** What another person has done meanwhile, or why the server has refused the step. */
function refusalWords(text: Text, error: Error): string {
  const now = reviewedFinding(error)
  if (!now) return errorText(text, error)
  const { number, review } = now
  if (!review) return text('review.stale', { number })
  return text(`review.stale.${review.decision}`, { number, name: review.user_name })
}
