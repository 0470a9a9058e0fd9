import type { MouseEvent } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SolvedTick, severityClasses } from '#panel/ui/severity/severity-mark.tsx'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
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
 * severity is a digit on its colour. It is hollow, with a tick, if all of them are solved; the solved ones do not count for the worst.
 */
export function FindingMark({ findings, stop, isTabStop, isOpen, left, onOpen }: FindingMarkProps) {
  const text = useText()
  const intl = useIntl()
  const [first] = findings
  if (!first) return null
  const waiting = findings.filter((finding) => !isSolved(finding))
  const areSolved = waiting.length === 0
  const severity = worstSeverity(areSolved ? findings : waiting)
  const several =
    severity === null
      ? text('findings.mark.several.notGraded', { n: findings.length })
      : text('findings.mark.several', { n: findings.length, severity })
  const label =
    findings.length > 1
      ? areSolved
        ? text('findings.mark.solved', { name: several })
        : several
      : [
          severity === null
            ? text('findings.mark.notGraded', { number: first.number })
            : text('findings.mark.one', { number: first.number, severity }),
          typeName(intl.locale as Language, first.type),
          placeWords(intl, first),
          areSolved && text('findings.solved'),
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
      className={`flex h-5.5 min-w-5.5 cursor-pointer items-center justify-center gap-1 rounded px-1 text-caption font-semibold tabular-nums transition-[scale] hover:scale-110 ${severityClasses(severity, areSolved)} ${left === undefined ? 'relative' : 'absolute top-1'} ${isOpen ? 'outline-2 outline-offset-1 outline-ink' : ''}`}
    >
      {/* The name has severity and number in the same order, for those who say what they see. */}
      {severity ?? '–'}{' '}
      {findings.length > 1 && (
        <span className="border-l border-current/40 pl-1 font-medium">{findings.length}</span>
      )}
      {areSolved && <SolvedTick />}
    </button>
  )
}
