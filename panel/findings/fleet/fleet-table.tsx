import { useIntl } from 'react-intl'
import type { FleetFinding } from '#domain/finding.ts'
import type { Language } from '#domain/language.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/turkish.ts'
import { Table } from '#panel/ui/table.tsx'
import type { Column } from '#panel/ui/table-column.ts'
import { useText } from '#panel/words/use-text.ts'
import { DueDate } from '../due-date.tsx'
import { FindingStatusBadge } from '../finding-status.tsx'
import { FindingThumb } from '../finding-thumb.tsx'
import { placeWords, typeName } from '../finding-words.ts'
import { SeverityMark } from '../severity-mark.tsx'

/** A page of the findings of all turbines. A row opens the finding on the page of its turbine. */
export function FleetTable({ findings }: { findings: FleetFinding[] }) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const columns: Column<FleetFinding>[] = [
    {
      id: 'number',
      header: text('findings.number'),
      width: 'w-44',
      cell: (finding) => (
        <span className="flex items-center gap-3">
          <FindingThumb finding={finding} />
          {finding.number}
        </span>
      ),
    },
    {
      id: 'turbine',
      header: text('fleet.turbine'),
      width: 'w-[20%]',
      cell: ({ turbine_name, turbine_code, city }) => (
        <span title={turbine_name}>
          <span className="text-ink">{turbine_name || turbine_code}</span> · {capitalizePlace(city)}
        </span>
      ),
    },
    {
      id: 'severity',
      header: text('findings.severity'),
      width: 'w-20',
      cell: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      id: 'type',
      header: text('findings.type'),
      cell: ({ type }) => <span title={typeName(language, type)}>{typeName(language, type)}</span>,
    },
    {
      id: 'place',
      header: text('findings.place'),
      width: 'w-40',
      isWide: true,
      cell: (finding) => placeWords(intl, finding) || '–',
    },
    {
      id: 'status',
      header: text('findings.status'),
      width: 'w-32',
      cell: ({ status }) => <FindingStatusBadge status={status} />,
    },
    {
      id: 'due_on',
      header: text('findings.dueOn'),
      width: 'w-44',
      cell: (finding) => <DueDate finding={finding} />,
    },
    {
      id: 'year',
      header: text('findings.year'),
      width: 'w-16',
      isWide: true,
      isFigure: true,
      cell: ({ year }) => year,
    },
  ]
  return (
    <Table
      label={text('fleet.list')}
      columns={columns}
      rows={findings}
      rowKey={({ id }) => id}
      rowAddress={({ id, turbine_id, year }) =>
        `${findingAddress(turbine_id, id)}&year=${year}&section=findings`
      }
    />
  )
}
