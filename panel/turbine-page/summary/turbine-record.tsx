import type { ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { LENGTH_FORMAT } from '#domain/text/number-formats.ts'
import type { Turbine } from '#domain/turbine.ts'
import { turbineFigures } from '#panel/turbine-list/cards/turbine-figures.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'

interface TurbineRecordProps {
  turbine: Turbine
  /** The published inspection of the summary; undefined without one. */
  inspection: FleetInspection | undefined
  /** Shows the versions with their seals and dossiers. */
  onVersions: () => void
}

/** The record behind the answer: what was photographed, by whom and when, and the data of the turbine. */
export function TurbineRecord({ turbine, inspection, onVersions }: TurbineRecordProps) {
  const text = useText()
  const dates = useDates()
  const facts = [
    ...(inspection ? inspectionFacts(inspection) : []),
    ...turbineFigures(text, turbine).map(({ name, value }) => ({ id: name, label: name, value })),
    ...dataPlateOf(text, turbine),
  ]
  return (
    <section aria-labelledby="record-title">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="record-title" className="text-section font-semibold tracking-tight text-ink">
          {text('summary.record')}
        </h2>
        {inspection && (
          <button
            type="button"
            onClick={onVersions}
            className="cursor-pointer rounded text-body text-action hover:underline"
          >
            {text('summary.record.versions')}
          </button>
        )}
      </div>
      <Card className="px-5 py-4">
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-3">
          {facts.map(({ id, label, value }) => (
            <div key={id} className="min-w-0">
              <dt className="text-caption text-ink-soft">{label}</dt>
              <dd className="text-body wrap-anywhere text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )

  function inspectionFacts(each: FleetInspection): { id: string; label: string; value: ReactNode }[] {
    const { first_day, last_day, methods, inspector, photos, looked_at } = each
    const days = [first_day, last_day].flatMap((day) => (day === null ? [] : [dates.day(day)]))
    const named = [
      { id: 'days', label: text('summary.record.days'), value: days.join(' – ') },
      { id: 'inspector', label: text('inspection.inspector'), value: inspector },
      {
        id: 'methods',
        label: text('inspection.methods'),
        value: methods.map((method) => text(`inspection.method.${method}`)).join(', '),
      },
      {
        id: 'inspected',
        label: text('summary.record.inspected'),
        value: text('inspection.looked.of', { n: looked_at, total: photos }),
      },
    ]
    return named.filter(({ value }) => value !== '')
  }
}

/** What the data plate of the turbine says, and the height of its hub, as far as they are known. */
function dataPlateOf(text: Text, { manufacturer, model, serial_number, hub_height }: Turbine) {
  const maker = [manufacturer, model].filter((part) => part !== null).join(' ')
  return [
    ...(maker ? [{ id: 'maker', label: text('turbine.maker'), value: maker }] : []),
    ...(serial_number === null
      ? []
      : [{ id: 'serial', label: text('turbine.serialNumber'), value: serial_number }]),
    ...(hub_height === null
      ? []
      : [
          {
            id: 'hub',
            label: text('turbine.hubHeight'),
            value: <FormattedNumber value={hub_height} style="unit" unit="meter" {...LENGTH_FORMAT} />,
          },
        ]),
  ]
}
