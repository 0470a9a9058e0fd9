import { FormattedNumber, useIntl } from 'react-intl'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { inspectionAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { StateBadge, StateMark } from '#panel/frame/state/state-badge.tsx'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { type Dates, useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { InspectedCount } from './inspected-count.tsx'
import { ReportLink, WorstFinding } from './published-result.tsx'
import { useWaitingWords } from './waiting-words.ts'

interface InspectionTableProps {
  inspections: FleetInspection[]
  /** False for those who read only what is published: they see nothing of the work. */
  isInTeam: boolean
  showsCompany: boolean
}

/** The inspections as a table. A row opens the turbine at that year. */
export function InspectionTable({ inspections, isInTeam, showsCompany }: InspectionTableProps) {
  const text = useText()
  const { formatList } = useIntl()
  const dates = useDates()
  const waitingWords = useWaitingWords()
  const shared = columnsOf(text)
  const company = showsCompany ? [shared.company] : []
  const columns = isInTeam
    ? [
        shared.turbine,
        shared.year,
        state(),
        ...company,
        shared.city,
        workers(),
        lookedAt(),
        findings(),
        waiting(),
      ]
    : [shared.turbine, shared.year, ...published(text, dates), shared.city, ...company]
  return (
    <Table
      label={text('inspections.title')}
      columns={columns}
      rows={inspections}
      // An inspection is known by its turbine and its year, which has four digits.
      rowKey={({ turbine_id, year }) => turbine_id * 10_000 + year}
      rowAddress={({ turbine_id, year }) => inspectionAddress(turbine_id, year)}
    />
  )

  function state(): Column<FleetInspection> {
    return {
      id: 'state',
      header: text('inspections.state'),
      width: 8,
      cell: ({ state, published }) => (
        <span className="inline-flex items-center gap-2">
          {text(`inspections.state.${state}`)}
          {state === 'published' && published && <StateMark state={published.state} className="size-5" />}
        </span>
      ),
    }
  }

  function workers(): Column<FleetInspection> {
    return {
      id: 'workers',
      header: text('inspections.workers'),
      width: 10,
      grow: 2,
      leaves: 3,
      cell: ({ workers }) => (workers.length > 0 ? formatList(workers) : '–'),
    }
  }

  function lookedAt(): Column<FleetInspection> {
    return {
      id: 'looked-at',
      header: text('inspections.lookedAt'),
      width: 11,
      grow: 1,
      cell: (inspection) => <InspectedCount inspection={inspection} />,
    }
  }

  function findings(): Column<FleetInspection> {
    return {
      id: 'findings',
      header: text('inspections.findings'),
      width: 11,
      leaves: 2,
      cell: ({ findings, not_graded }) => (
        <span className={not_graded > 0 ? 'font-medium text-amber' : ''}>
          {text('inspections.findings.count', { n: findings, notGraded: not_graded })}
        </span>
      ),
    }
  }

  function waiting(): Column<FleetInspection> {
    return {
      id: 'waiting',
      header: text('inspections.waitsFor'),
      width: 15.5,
      grow: 1,
      leaves: 1,
      cell: (inspection) => {
        const waiting = waitingWords(inspection)
        if (waiting)
          return (
            <span title={waiting.exact} className={waiting.isLate ? 'font-medium text-amber' : ''}>
              {waiting.words}
              {waiting.isLate && <span className="sr-only">, {text('inspections.late')}</span>}
            </span>
          )
        const { published_version, since } = inspection
        return [
          published_version !== null && text('inspections.version.number', { version: published_version }),
          since !== null && dates.dayOf(since),
        ]
          .filter(Boolean)
          .join(' · ')
      },
    }
  }
}

function columnsOf(text: Text): Record<'turbine' | 'year' | 'city' | 'company', Column<FleetInspection>> {
  return {
    turbine: {
      id: 'turbine',
      header: text('inspections.turbine'),
      width: 12,
      grow: 3,
      cell: ({ turbine_name, turbine_code }) =>
        turbine_name ? (
          <>
            {turbine_name} <span className="font-normal text-ink-soft">{turbine_code}</span>
          </>
        ) : (
          turbine_code
        ),
    },
    year: { id: 'year', header: text('inspections.year'), width: 4.5, cell: ({ year }) => String(year) },
    city: {
      id: 'city',
      header: text('turbine.city'),
      width: 7,
      grow: 1,
      leaves: 5,
      cell: ({ city }) => capitalizePlace(city),
    },
    company: {
      id: 'company',
      header: text('turbine.company'),
      width: 9,
      grow: 2,
      leaves: 4,
      cell: ({ company_name }) => company_name,
    },
  }
}

/** What those see who read only what is published: the letter, the worst finding and the report first. */
function published(text: Text, dates: Dates): Column<FleetInspection>[] {
  return [
    {
      id: 'letter',
      header: text('state.title'),
      width: 10,
      cell: ({ published }) => published && <StateBadge state={published.state} />,
    },
    {
      id: 'worst',
      header: text('inspections.worst'),
      width: 15,
      grow: 3,
      cell: (inspection, tabIndex) => <WorstFinding inspection={inspection} tabIndex={tabIndex} />,
    },
    {
      id: 'report',
      header: text('inspections.report'),
      width: 6.5,
      cell: (inspection, tabIndex) => <ReportLink inspection={inspection} tabIndex={tabIndex} />,
    },
    {
      id: 'published',
      header: text('inspections.publishedOn'),
      width: 9,
      leaves: 3,
      cell: ({ since }) => (since === null ? '–' : dates.dayOf(since)),
    },
    {
      id: 'version',
      header: text('inspections.version'),
      width: 5.5,
      leaves: 6,
      isFigure: true,
      cell: ({ published_version }) => published_version ?? '–',
    },
    {
      id: 'findings',
      header: text('inspections.findings'),
      width: 6,
      leaves: 2,
      isFigure: true,
      cell: ({ findings }) => <FormattedNumber value={findings} />,
    },
  ]
}
