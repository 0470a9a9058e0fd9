import { Check, CornerUpLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import type { ShownReviews } from '../decisions/waiting-steps.ts'

interface ReviewListProps {
  findings: Finding[]
  decisions: ShownReviews
  openId: number | undefined
  onOpen: (id: number) => void
}

/** The findings of the inspection with what is decided about them. It is one tab stop; the arrow keys of the screen move in it. */
export function ReviewList({ findings, decisions, openId, onOpen }: ReviewListProps) {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another finding is to be seen in the list
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <ul
      ref={list}
      aria-label={text('findings.title')}
      className="min-h-0 overflow-y-auto border-r border-hairline"
    >
      {findings.map((finding) => (
        <ReviewRow
          key={finding.id}
          finding={finding}
          decision={decisions.get(finding.id)?.decision}
          isOpen={finding.id === openId}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

interface ReviewRowProps {
  finding: Finding
  decision: 'accepted' | 'returned' | undefined
  isOpen: boolean
  onOpen: (id: number) => void
}

function ReviewRow({ finding, decision, isOpen, onOpen }: ReviewRowProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { id, number, severity, type } = finding
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_3.25rem]">
      <button
        type="button"
        tabIndex={isOpen ? 0 : -1}
        aria-current={isOpen ? true : undefined}
        onClick={() => onOpen(id)}
        className="flex w-full cursor-pointer items-center gap-3 border-b border-hairline px-4 py-2 text-left transition-colors hover:bg-surface-sunken aria-[current]:bg-action-soft"
      >
        <SeverityMark severity={severity} isSolved={isSolved(finding)} />
        <span className="min-w-0 flex-1">
          <span className="block text-body font-medium text-ink">{number}</span>
          <span className="block truncate text-note text-ink-soft">{typeName(language, type)}</span>
        </span>
        {decision && (
          <span className={decision === 'accepted' ? 'text-green' : 'text-amber'}>
            {decision === 'accepted' ? (
              <Check aria-hidden className="size-4.5" />
            ) : (
              <CornerUpLeft aria-hidden className="size-4.5" />
            )}
            <span className="sr-only">{text(`review.decision.${decision}`)}</span>
          </span>
        )}
      </button>
    </li>
  )
}
