import { useIntl } from 'react-intl'
import type { ListedFinding } from '#domain/findings/finding.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { placeWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { ContinuesLink } from '../continues.tsx'
import { useFindingColumns } from '../finding-columns.tsx'
import { findingPlace } from '../open-finding.ts'

/** A page of the findings of all turbines. A row opens the finding on the page of its turbine. */
export function FleetTable({ findings }: { findings: ListedFinding[] }) {
  const text = useText()
  const intl = useIntl()
  const shared = useFindingColumns()
  const columns: Column<ListedFinding>[] = [
    shared.number,
    {
      id: 'turbine',
      header: text('fleet.turbine'),
      width: 10.5,
      grow: 2,
      cell: ({ turbine_name, turbine_code, city }) => (
        <span>
          <span className="text-ink">{turbine_name || turbine_code}</span> · {capitalizePlace(city)}
        </span>
      ),
    },
    shared.severity,
    shared.type,
    {
      id: 'place',
      header: text('findings.place'),
      width: 8,
      grow: 1,
      leaves: 5,
      cell: (finding) => placeWords(intl, finding) || '–',
    },
    {
      ...shared.status,
      cell: (finding, tabIndex) =>
        finding.newest ? (
          <ContinuesLink
            year={finding.newest.year}
            address={findingPlace({ ...finding.newest, turbine_id: finding.turbine_id })}
            tabIndex={tabIndex}
          />
        ) : (
          shared.status.cell(finding)
        ),
    },
    shared.dueOn,
    shared.year,
  ]
  return (
    <Table
      label={text('fleet.list')}
      columns={columns}
      rows={findings}
      rowKey={({ id }) => id}
      rowAddress={findingPlace}
    />
  )
}
