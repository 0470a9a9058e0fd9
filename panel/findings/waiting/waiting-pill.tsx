import { useMarking } from '#panel/findings/marks/marking.tsx'
import { WaitingBadge } from '#panel/ui/outbox/waiting-badge.tsx'
import { useText } from '#panel/words/use-text.ts'

/** How many saved findings wait for a connection, for the bar of a dark lightbox; nothing if none waits. */
export function WaitingPill() {
  const text = useText()
  const { drafts } = useMarking().work
  const count = drafts.filter(({ status }) => status === 'waiting').length
  return (
    <p role="status" className="self-center">
      {count > 0 && (
        <span className="mr-2">
          <WaitingBadge>{text('marks.waiting', { n: count })}</WaitingBadge>
        </span>
      )}
    </p>
  )
}
