import type { Finding } from '#domain/findings/finding.ts'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import type { ShownReview } from '../decisions/waiting-steps.ts'

interface ReplaceQuestionProps {
  finding: Finding
  /** What another person has decided about it; undefined if nobody has by now. */
  standing: ShownReview | undefined
  open: boolean
  onConfirm: () => void
  onCancel: () => void
  finalFocus: () => HTMLElement | undefined
}

/** Asks before the reviewer replaces what another person has decided. */
export function ReplaceQuestion({ finding, standing, ...question }: ReplaceQuestionProps) {
  const text = useText()
  const dates = useDates()
  const { open, onConfirm, onCancel, finalFocus } = question
  return (
    <ConfirmDialog
      open={open && standing !== undefined}
      tone="neutral"
      title={text('review.replace.title', { number: finding.number })}
      confirmLabel={text('review.replace')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      finalFocus={finalFocus}
    >
      {standing &&
        text(`review.replace.${standing.decision}`, {
          name: standing.user_name,
          at: standing.at === null ? '' : dates.dayAndTimeOf(standing.at),
        })}
    </ConfirmDialog>
  )
}
