import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { MeasureChange } from '#domain/findings/growth.ts'
import type { Language } from '#domain/text/language.ts'
import { DueDate } from '#panel/findings/due-date.tsx'
import { useOpenFinding } from '#panel/findings/open-finding.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { useMeasureWords } from '#panel/words/use-measure-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { MarkedPhoto } from './marked-photo.tsx'

interface WorstFindingsProps {
  findings: Finding[]
  /** How a finding has grown since the inspection before. */
  changeOf: (finding: Finding) => MeasureChange | undefined
}

/** The worst findings as photos with their marks. The list is one tab stop; each card opens its finding. */
export function WorstFindings({ findings, changeOf }: WorstFindingsProps) {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const { active, ...keys } = useArrowFocus(
    list,
    findings.map(({ id }) => String(id)),
  )
  return (
    <ul ref={list} {...keys} aria-label={text('summary.worst')} className="grid grid-cols-5 gap-3 xl:gap-4">
      {findings.map((finding) => (
        <WorstFinding
          key={finding.id}
          finding={finding}
          change={changeOf(finding)}
          isTabStop={active === String(finding.id)}
        />
      ))}
    </ul>
  )
}

interface WorstFindingProps {
  finding: Finding
  change: MeasureChange | undefined
  isTabStop: boolean
}

function WorstFinding({ finding, change, isTabStop }: WorstFindingProps) {
  const intl = useIntl()
  const words = useMeasureWords()
  const { open } = useOpenFinding()
  const { id, number, type, severity, thumb_url } = finding
  const place = placeWords(intl, finding)
  return (
    <li className="min-w-0">
      <button
        type="button"
        data-stop={id}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => open(finding)}
        className="group flex h-full w-full cursor-pointer flex-col overflow-hidden rounded border border-hairline bg-surface text-left transition-colors hover:border-hairline-strong"
      >
        <span className="relative block w-full">
          {thumb_url === null ? <NoPhoto /> : <MarkedPhoto finding={finding} className="aspect-4/3 w-full" />}
          <span className="absolute top-2 left-2">
            <SeverityMark severity={severity} />
          </span>
          {change && (
            <span className="absolute right-2 bottom-2 rounded bg-lightbox/80 px-1.5 py-0.5 text-caption font-medium text-lightbox-ink tabular-nums">
              {words.change(change)}
            </span>
          )}
        </span>
        <span className="grid gap-0.5 px-3 py-2">
          <span className="line-clamp-2 text-body leading-5 font-medium text-ink group-hover:text-action">
            {typeName(intl.locale as Language, type)}
          </span>
          <span className="truncate text-note text-ink-soft tabular-nums">
            {[number, place].filter(Boolean).join(' · ')}
          </span>
          <span className="text-note text-ink-soft">
            <DueDate finding={finding} />
          </span>
        </span>
      </button>
    </li>
  )
}

function NoPhoto() {
  const text = useText()
  return (
    <span className="grid aspect-4/3 w-full place-items-center bg-surface-sunken text-caption text-ink-faint">
      {text('summary.noPhoto')}
    </span>
  )
}
