import { Check } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'

const GROUNDS = {
  1: 'bg-severity-one',
  2: 'bg-severity-two',
  3: 'bg-severity-three',
  4: 'bg-severity-four',
  5: 'bg-severity-five',
} as const

const FILLS = {
  1: 'fill-severity-one',
  2: 'fill-severity-two',
  3: 'fill-severity-three',
  4: 'fill-severity-four',
  5: 'fill-severity-five',
} as const

const BORDERS = {
  1: 'border-severity-one',
  2: 'border-severity-two',
  3: 'border-severity-three',
  4: 'border-severity-four',
  5: 'border-severity-five',
} as const

const STROKES = {
  1: 'stroke-severity-one',
  2: 'stroke-severity-two',
  3: 'stroke-severity-three',
  4: 'stroke-severity-four',
  5: 'stroke-severity-five',
} as const

/** The colour of a severity in a drawing, as a class. */
export function severityFill(severity: Severity | null): string {
  return severity === null ? 'fill-severity-none' : FILLS[severity]
}

/** The outline in the colour of a severity in a drawing, as a class. */
export function severityStroke(severity: Severity | null): string {
  return severity === null ? 'stroke-severity-none' : STROKES[severity]
}

/** The background of a severity as a class. */
export function severityGround(severity: Severity | null): string {
  return severity === null ? 'bg-severity-none' : GROUNDS[severity]
}

/** The look of a mark as a class: filled with the colour of its severity, and hollow if the finding is solved. */
export function severityClasses(severity: Severity | null, isSolved: boolean): string {
  if (!isSolved) return `text-on-severity ${severityGround(severity)}`
  return `border-2 bg-surface text-ink ${severity === null ? 'border-severity-none' : BORDERS[severity]}`
}

/** The tick at the corner of the mark of a solved finding. The mark is positioned. */
export function SolvedTick() {
  return (
    <span
      aria-hidden
      data-solved
      className="absolute -top-2 -right-2 grid size-3.5 place-items-center rounded-full bg-green text-surface"
    >
      <Check className="size-2.5" strokeWidth={4} />
    </span>
  )
}

interface SeverityMarkProps {
  severity: Severity | null
  isSolved?: boolean
}

/** The severity as a number on its colour, with its name for screen readers. That of a solved finding is hollow, with a tick. */
export function SeverityMark({ severity, isSolved = false }: SeverityMarkProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const level =
    severity === null
      ? text('findings.severity.none')
      : text('findings.severity.named', { severity, name: severityWords(language, severity).name })
  const name = isSolved ? text('findings.mark.solved', { name: level }) : level
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`relative inline-grid size-6 shrink-0 place-items-center rounded text-note font-semibold tabular-nums ${severityClasses(severity, isSolved)}`}
    >
      {severity ?? '–'}
      {isSolved && <SolvedTick />}
    </span>
  )
}
