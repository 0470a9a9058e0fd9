import { useIntl } from 'react-intl'
import type { Finding } from '#domain/finding.ts'
import { FINDING_MEASURES } from '#domain/finding-type.ts'
import type { Language } from '#domain/language.ts'
import { useText } from '#panel/words/use-text.ts'
import { placeWords, severityWords, typeName } from './finding-words.ts'
import { SeverityMark } from './severity-mark.tsx'

/** What is known about a finding, to read. */
export function FindingFacts({ finding }: { finding: Finding }) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const { severity, due_on } = finding
  const words = severity === null ? undefined : severityWords(language, severity)
  const place = placeWords(intl, finding)
  const day = (date: string) => intl.formatDate(date, { dateStyle: 'long', timeZone: 'UTC' })
  const facts: [string, string][] = [
    [text('findings.side'), `${finding.blade} · ${text(`findings.side.${finding.side}`)}`],
    ...(place ? [[text('findings.place'), place] as [string, string]] : []),
    ...FINDING_MEASURES.flatMap((measure): [string, string][] => {
      const value = finding[measure]
      return value === null ? [] : [[text(`findings.measure.${measure}`), intl.formatNumber(value)]]
    }),
    [text('findings.status'), text(`findings.status.${finding.status}`)],
    [text('findings.foundOn'), day(finding.found_on)],
    ...(due_on ? [[text('findings.dueOn'), day(due_on)] as [string, string]] : []),
  ]
  return (
    <div className="grid gap-3 text-body">
      <p className="flex items-center gap-2">
        <SeverityMark severity={severity} />
        <span className="min-w-0">
          <span className="block font-medium">{typeName(language, finding.type)}</span>
          <span className="block text-note text-ink-soft">
            {words ? `${words.name} · ${words.action}` : text('findings.severity.none')}
          </span>
        </span>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {finding.text && <p className="whitespace-pre-line wrap-anywhere">{finding.text}</p>}
    </div>
  )
}
