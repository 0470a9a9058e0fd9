import { CloudOff } from 'lucide-react'
import { useMarking } from '#panel/findings/marks/marking.tsx'
import { useText } from '#panel/words/use-text.ts'

/** How many saved findings wait for a connection, for the bar of a dark viewer; nothing if none waits. */
export function WaitingPill() {
  const text = useText()
  const { drafts } = useMarking().work
  const count = drafts.filter(({ status }) => status === 'waiting').length
  return (
    <p role="status" className="self-center">
      {count > 0 && (
        <span className="mr-2 inline-flex items-center gap-1.5 rounded-full bg-amber-soft px-2.5 py-0.5 text-note whitespace-nowrap text-ink">
          <CloudOff aria-hidden className="size-3.5" />
          {text('marks.waiting', { n: count })}
        </span>
      )}
    </p>
  )
}
