import type { MouseEvent } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import { useText } from '#panel/words/use-text.ts'
import { placeWords, typeName } from '../finding-words.ts'
import { severityGround } from '../severity-mark.tsx'
import { worstSeverity } from './findings-of-year.ts'

interface FindingMarkProps {
  /** One finding, or several ones at the same place. */
  findings: Finding[]
  stop: string
  isTabStop: boolean
  /** True if one of the findings is the open one. */
  isOpen: boolean
  left?: number
  onOpen: (findings: Finding[], mark: HTMLElement) => void
}

/**
 * The mark of findings on a drawn blade: the severity of one finding, or the worst severity of several ones with their number. The
 * severity is a digit on its colour.
 */
export function FindingMark({ findings, stop, isTabStop, isOpen, left, onOpen }: FindingMarkProps) {
  const text = useText()
  const intl = useIntl()
  const [first] = findings
  if (!first) return null
  const severity = worstSeverity(findings)
  const level = severity ?? text('findings.severity.none')
  const label =
    findings.length > 1
      ? text('findings.mark.several', { n: findings.length, severity: level })
      : [
          severity === null
            ? text('findings.mark.notGraded', { number: first.number })
            : text('findings.mark.one', { number: first.number, severity }),
          typeName(intl.locale as Language, first.type),
          placeWords(intl, first),
        ]
          .filter(Boolean)
          .join(', ')
  return (
    <button
      type="button"
      data-stop={stop}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      aria-haspopup={findings.length > 1 ? 'menu' : undefined}
      data-tooltip={label}
      onClick={(event: MouseEvent<HTMLElement>) => onOpen(findings, event.currentTarget)}
      style={left === undefined ? undefined : { left }}
      className={`flex h-5.5 min-w-5.5 cursor-pointer items-center justify-center gap-1 rounded px-1 text-caption font-semibold text-on-severity tabular-nums transition-[scale] hover:scale-110 ${severityGround(severity)} ${left === undefined ? '' : 'absolute top-1'} ${isOpen ? 'outline-2 outline-offset-1 outline-ink' : ''}`}
    >
      {severity ?? '–'}
      {findings.length > 1 && (
        <span className="border-l border-current/40 pl-1 font-medium">{findings.length}</span>
      )}
    </button>
  )
}
