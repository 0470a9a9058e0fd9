import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { historyOf } from '#domain/findings/finding-links.ts'
import { isUnsolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { sortRows, useSortInAddress } from '#panel/ui/address/sort-address.ts'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { ContinuesButton } from '../continues.tsx'
import { useFindingColumns } from '../finding-columns.tsx'
import { useOpenFinding } from '../open-finding.ts'

const SORT_KEYS = ['place', 'number', 'severity', 'type', 'status', 'due_on', 'year'] as const
type SortKey = (typeof SORT_KEYS)[number]

interface FindingTableProps {
  findings: Finding[]
  /** Every finding of the turbine, for those that continue the shown ones. */
  all: Finding[]
}

/** The findings of a turbine as rows, sorted as in the address: by default from the root to the tip of each blade. */
export function FindingTable({ findings, all }: FindingTableProps) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const shared = useFindingColumns()
  const { open, openId } = useOpenFinding()
  const { sort, setSort } = useSortInAddress(SORT_KEYS)
  const rows = sortRows(findings, (finding) => sortKey(finding, sort.by, language), sort.descending)
  return (
    <Table
      label={text('findings.title')}
      columns={columns()}
      rows={rows}
      rowKey={({ id }) => id}
      onOpenRow={(finding) => () => open(finding)}
      sort={sort}
      onSort={setSort}
      openKey={openId}
      belowBar
    />
  )

  function renderStatus(finding: Finding, tabIndex: 0 | -1) {
    const newest = finding.later_id === null ? undefined : newestOf(finding)
    return newest ? (
      <ContinuesButton year={newest.year} onOpen={() => open(newest)} tabIndex={tabIndex} />
    ) : (
      shared.status.cell(finding)
    )
  }
  function newestOf(finding: Finding): Finding | undefined {
    return historyOf(finding, (id) => all.find((other) => other.id === id)).at(-1)
  }
  function columns(): (Column<Finding> & { id: SortKey })[] {
    return [
      shared.number,
      shared.severity,
      shared.type,
      {
        id: 'place',
        header: text('findings.place'),
        width: 10,
        grow: 2,
        leaves: 5,
        cell: (finding) => <Place text={text} finding={finding} place={placeWords(intl, finding)} />,
      },
      { ...shared.status, cell: renderStatus },
      shared.dueOn,
      shared.year,
    ]
  }
}

function Place({ text, finding, place }: { text: Text; finding: Finding; place: string }) {
  const side = text(`findings.side.${finding.side}`)
  return (
    <span>
      {place !== '' && <span className="mr-2 text-ink">{place}</span>}
      {side}
    </span>
  )
}

/** What has no value comes last in ascending order, except the severity, which is least. */
function sortKey(finding: Finding, by: SortKey, language: Language): string | number {
  switch (by) {
    case 'place':
      return finding.blade.charCodeAt(0) * 1000 + (finding.from_m ?? 999)
    case 'severity':
      return finding.severity ?? 0
    case 'type':
      return typeName(language, finding.type)
    case 'due_on':
      return (isUnsolved(finding) && finding.due_on) || '9999'
    default:
      return finding[by]
  }
}
