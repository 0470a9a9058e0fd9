import { useIntl } from 'react-intl'
import { SEVERITIES } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { severityGround } from '#panel/ui/severity/severity-mark.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'

/** The severities, the worst first, and what is not graded. */
const ROWS = [...[...SEVERITIES].reverse(), null]

/** What the colours of the charts mean: the numbers in the bars are counts. */
export function SeverityLegend() {
  const text = useText()
  const language = useIntl().locale as Language
  return (
    <ul
      aria-label={text('fleet.legend')}
      className="col-span-full flex flex-wrap items-center gap-x-5 gap-y-1.5 text-note text-ink-soft"
    >
      {ROWS.map((severity) => (
        <li key={severity} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-3.5 rounded-sm ${severityGround(severity)}`} />
          {severity === null
            ? text('findings.severity.none')
            : text('findings.severity.named', { severity, name: severityWords(language, severity).name })}
        </li>
      ))}
    </ul>
  )
}
