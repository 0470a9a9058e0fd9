import { useId } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import { isPast } from '#domain/findings/finding-rules.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { Card } from '#panel/ui/card.tsx'
import { SeverityMark, severityGround } from '#panel/ui/severity/severity-mark.tsx'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { type FleetFilters, listSearch } from '../fleet-address.ts'

/** The number of turbines that are shown. */
const SHOWN = 10

type WorstTurbine = FindingSummary['worst'][number]

interface WorstTurbinesProps {
  worst: WorstTurbine[]
  chosen: FleetFilters
  onFollow: () => void
}

/** The turbines with the worst unsolved findings, as a table with bars. A bar is a link to the findings, the name to the turbine. */
export function WorstTurbines({ worst, chosen, onFollow }: WorstTurbinesProps) {
  const text = useText()
  const intl = useIntl()
  const id = useId()
  const most = Math.max(1, ...worst.map(({ unsolved_findings }) => unsolved_findings))
  const columns: ShortColumn<WorstTurbine>[] = [
    { id: 'turbine', header: text('fleet.turbine'), cellClass: 'wrap-break-word', cell: renderName },
    {
      id: 'severity',
      header: text('fleet.worst.severity'),
      width: 'w-18',
      cell: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      id: 'unsolved',
      header: text('findings.status.unsolved'),
      width: 'w-[36%]',
      cellClass: 'align-middle',
      cell: renderBar,
    },
    {
      id: 'due',
      header: text('fleet.worst.due'),
      width: 'w-30',
      cellClass: 'align-middle text-note',
      cell: ({ next_due_on, time_zone }) => <NextDue day={next_due_on} timeZone={time_zone} />,
    },
  ]
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0 p-5">
      <h2 id={id} className="mb-3 text-title font-semibold tracking-tight text-ink">
        {text('fleet.worst')}
      </h2>
      {worst.length === 0 ? (
        <p className="grid min-h-32 place-items-center text-body text-ink-soft">{text('fleet.worst.none')}</p>
      ) : (
        <ShortTable
          labelledBy={id}
          columns={columns}
          rows={worst.slice(0, SHOWN)}
          rowKey={({ turbine_id }) => turbine_id}
          isFixed
        />
      )}
    </Card>
  )

  function renderName({ turbine_id, turbine_name, turbine_code }: WorstTurbine) {
    const name = turbine_name || turbine_code
    return (
      <>
        <Link
          to={`${turbineAddress(turbine_id)}?section=findings`}
          title={name}
          className="rounded text-ink hover:underline"
        >
          {name}
        </Link>
        {turbine_name !== '' && (
          <span className="ml-2 text-note font-normal text-ink-soft">{turbine_code}</span>
        )}
      </>
    )
  }
  function renderBar({ turbine_id, turbine_name, turbine_code, severity, unsolved_findings }: WorstTurbine) {
    const name = turbine_name || turbine_code
    return (
      <Link
        to={listSearch(chosen, { turbine_id: String(turbine_id), status: 'unsolved' })}
        preventScrollReset
        onClick={onFollow}
        aria-label={text('fleet.worst.bar', { name, n: unsolved_findings })}
        className="group flex items-center gap-2 rounded"
      >
        <span className="min-w-0 flex-1">
          <span
            style={{ width: `${Math.max(2, (unsolved_findings / most) * 100)}%` }}
            className={`block h-4 rounded transition-opacity group-hover:opacity-80 ${severityGround(severity)}`}
          />
        </span>
        <span className="w-8 text-right text-note text-action group-hover:underline">
          {intl.formatNumber(unsolved_findings)}
        </span>
      </Link>
    )
  }
}

/** The earliest due date of a turbine, red if it has passed in the time zone of its company. */
function NextDue({ day, timeZone }: { day: string | null; timeZone: string }) {
  const dates = useDates()
  const today = useToday(timeZone)
  const isLate = day !== null && isPast(day, today)
  return (
    <span className={isLate ? 'font-medium text-red' : 'text-ink-soft'}>
      {day === null ? '–' : dates.day(day)}
    </span>
  )
}
