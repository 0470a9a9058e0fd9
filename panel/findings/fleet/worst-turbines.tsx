import { useId } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { Card } from '#panel/ui/card.tsx'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { SeverityMark, severityGround } from '../severity-mark.tsx'
import { type FleetFilters, listSearch } from './fleet-address.ts'

/** The number of turbines that are shown. */
const SHOWN = 10

interface WorstTurbinesProps {
  worst: FindingSummary['worst']
  chosen: FleetFilters
  onFollow: () => void
}

/** The turbines with the worst unsolved findings, as a table with bars. A bar is a link to the findings, the name to the turbine. */
export function WorstTurbines({ worst, chosen, onFollow }: WorstTurbinesProps) {
  const text = useText()
  const intl = useIntl()
  const id = useId()
  const most = Math.max(1, ...worst.map(({ unsolved_findings }) => unsolved_findings))
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0 p-5">
      <h2 id={id} className="mb-3 text-title font-semibold tracking-tight text-ink">
        {text('fleet.worst')}
      </h2>
      {worst.length === 0 ? (
        <p className="grid min-h-32 place-items-center text-body text-ink-soft">{text('fleet.worst.none')}</p>
      ) : (
        <table aria-labelledby={id} className="w-full table-fixed text-body">
          <thead>
            <tr className="border-b border-hairline-strong/60 text-left text-note text-ink-faint">
              <th scope="col" className="py-2 pr-3 font-medium">
                {text('fleet.turbine')}
              </th>
              <th scope="col" className="w-18 px-2 font-medium">
                {text('fleet.worst.severity')}
              </th>
              <th scope="col" className="w-[36%] px-2 font-medium">
                {text('findings.status.unsolved')}
              </th>
              <th scope="col" className="w-30 pl-2 font-medium">
                {text('fleet.worst.due')}
              </th>
            </tr>
          </thead>
          <tbody>
            {worst.slice(0, SHOWN).map((turbine) => {
              const { turbine_id, severity, unsolved_findings, next_due_on, time_zone } = turbine
              const name = turbine.turbine_name || turbine.turbine_code
              return (
                <tr key={turbine_id} className="border-b border-hairline last:border-b-0">
                  <th scope="row" className="truncate py-2 pr-3 text-left font-medium">
                    <Link
                      to={`${turbineAddress(turbine_id)}?section=findings`}
                      title={name}
                      className="rounded text-ink hover:underline"
                    >
                      {name}
                    </Link>
                    {turbine.turbine_name !== '' && (
                      <span className="ml-2 text-note font-normal text-ink-soft">{turbine.turbine_code}</span>
                    )}
                  </th>
                  <td className="px-2">
                    <SeverityMark severity={severity} />
                  </td>
                  <td className="px-2">
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
                  </td>
                  <NextDue day={next_due_on} timeZone={time_zone} />
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** The earliest due date of a turbine, red if it has passed in the time zone of its company. */
function NextDue({ day, timeZone }: { day: string | null; timeZone: string }) {
  const dates = useDates()
  const today = useToday(timeZone)
  const isPast = day !== null && day < today
  return (
    <td className={`truncate pl-2 text-note ${isPast ? 'font-medium text-red' : 'text-ink-soft'}`}>
      {day === null ? '–' : dates.day(day)}
    </td>
  )
}
