import { Dialog } from '@base-ui/react/dialog'
import { CheckCheck, X } from 'lucide-react'
import type { InspectionPlace } from '#panel/data/inspections.ts'
import { Button, IconButton } from '#panel/ui/button.tsx'
import { WaitingBadge } from '#panel/ui/outbox/waiting-badge.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ReviewEnd } from './review-end.tsx'
import { minutesLeft } from './review-order.ts'
import type { Review } from './use-review.ts'

interface ReviewBarProps {
  title: string
  review: Review
  onAcceptLeft: () => void
  inspected: InspectionPlace
  /** Goes to an address outside of the review. */
  onLeave: (address: string) => void
  onClose: () => void
}

/** The top of the screen: what is reviewed, how far it is and how long the rest takes. */
export function ReviewBar({ title, review, onAcceptLeft, inspected, onLeave, onClose }: ReviewBarProps) {
  const text = useText()
  const { findings, decisions, left, acceptable, pace, query, waiting, isSending } = review
  const decided = findings.length - left.length
  const isShown = query.data !== undefined && findings.length > 0
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-5 gap-y-2 border-b border-hairline px-5 py-2">
      <Dialog.Title className="max-w-full truncate text-title font-semibold tracking-tight text-ink">
        {title}
      </Dialog.Title>
      {/* Beside a long name there is no room for it, so it goes below as a whole. */}
      <div className={`ml-auto flex items-center gap-3 ${isShown ? 'min-w-120 flex-1' : ''}`}>
        {isShown && (
          <>
            <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-hairline">
              <span
                style={{ width: `${(100 * decided) / findings.length}%` }}
                className="block h-full rounded-full bg-action"
              />
            </span>
            <p role="status" className="text-body whitespace-nowrap text-ink tabular-nums">
              {text(left.length === 0 ? 'review.progress.done' : 'review.progress', {
                decided,
                all: findings.length,
                minutes: minutesLeft(left.length, pace),
              })}
            </p>
          </>
        )}
        {waiting > 0 && (
          <p role="alert">
            <WaitingBadge>{text('review.waiting', { n: waiting })}</WaitingBadge>
          </p>
        )}
        {acceptable.length > 0 && (
          <Button size="small" icon={CheckCheck} aria-keyshortcuts="Shift+A" onClick={onAcceptLeft}>
            {text('review.acceptLeft', { n: acceptable.length })}
          </Button>
        )}
        {isShown && left.length === 0 && !isSending && (
          <ReviewEnd
            inspected={inspected}
            hasReturned={findings.some(({ id }) => decisions.get(id)?.decision === 'returned')}
            onLeave={onLeave}
          />
        )}
        <IconButton label={text('review.close')} icon={X} onClick={onClose} />
      </div>
    </header>
  )
}
