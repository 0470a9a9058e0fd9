import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { FINDING_MEASURES } from '#domain/findings/finding-type.ts'
import { roomLabel } from '#domain/photo.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { placeWords } from '#panel/words/finding-words.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** Where a finding is, its measures, and who found it. Empty values are left out. */
export function FindingFacts({ finding }: { finding: Finding }) {
  const text = useText()
  const intl = useIntl()
  const dates = useDates()
  const place = placeWords(intl, finding)
  const facts: { id: string; label: string; value: ReactNode }[] = [
    {
      id: 'blade',
      label: text('findings.blade'),
      value: `${finding.blade} · ${text(`findings.side.${finding.side}`)}`,
    },
    ...(place === '' ? [] : [{ id: 'place', label: text('findings.place'), value: place }]),
    ...(finding.room === null
      ? []
      : [{ id: 'room', label: text('findings.room'), value: roomLabel(finding.room) ?? finding.room }]),
    ...FINDING_MEASURES.flatMap((measure) => {
      const value = finding[measure]
      if (value === null) return []
      return {
        id: measure,
        label: text(`findings.measure.${measure}`),
        value: intl.formatNumber(value, MEASURE_FORMAT),
      }
    }),
    {
      id: 'found',
      label: text('findings.foundOn'),
      value: dates.longDay(finding.found_on),
    },
    { id: 'person', label: text('findings.person'), value: finding.user_name },
  ]
  return (
    <dl className="grid grid-cols-[10rem_minmax(0,1fr)] gap-y-1.5 text-body">
      {facts.map(({ id, label, value }) => (
        <div key={id} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
