import { useIntl } from 'react-intl'
import type { FleetFinding } from '#domain/findings/finding.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { useText } from '#panel/words/use-text.ts'
import { useFindingColumns } from '../finding-columns.tsx'
import { placeWords } from '../finding-words.ts'

/** A page of the findings of all turbines. A row opens the finding on the page of its turbine. */
export function FleetTable({ findings }: { findings: FleetFinding[] }) {
  const text = useText()
  const intl = useIntl()
  const shared = useFindingColumns()
  const columns: Column<FleetFinding>[] = [
    shared.number,
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
    shared.severity,
    shared.type,
    {
      id: 'place',
      header: text('findings.place'),
      width: 'w-40',
      isWide: true,
      cell: (finding) => placeWords(intl, finding) || '–',
    },
    shared.status,
    shared.dueOn,
    shared.year,
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
