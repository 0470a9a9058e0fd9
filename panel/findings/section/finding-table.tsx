import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isUnsolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { sortRows, useSortInAddress } from '#panel/ui/address/sort-address.ts'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { useFindingColumns } from '../finding-columns.tsx'
import { placeWords, typeName } from '../finding-words.ts'
import { useOpenFinding } from '../open-finding.ts'

const SORT_KEYS = ['place', 'number', 'severity', 'type', 'status', 'due_on', 'year'] as const
type SortKey = (typeof SORT_KEYS)[number]

/** The findings of a turbine as rows, sorted as in the address: by default from the root to the tip of each blade. */
export function FindingTable({ findings }: { findings: Finding[] }) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const shared = useFindingColumns()
  const { open } = useOpenFinding()
  const { sort, setSort } = useSortInAddress(SORT_KEYS)
  const rows = sortRows(findings, (finding) => sortKey(finding, sort.by, language), sort.descending, language)
  return (
    <Table
      label={text('findings.title')}
      columns={columns()}
      rows={rows}
      rowKey={({ id }) => id}
      onOpenRow={(finding) => () => open(finding)}
      sort={sort}
      onSort={setSort}
      belowBar
    />
  )

  function columns(): (Column<Finding> & { id: SortKey })[] {
    return [
      shared.number,
      shared.severity,
      { ...shared.type, width: 'w-[24%]' },
      {
        id: 'place',
        header: text('findings.place'),
        cell: (finding) => <Place text={text} finding={finding} place={placeWords(intl, finding)} />,
      },
      shared.status,
      { ...shared.dueOn, isWide: true },
      shared.year,
    ]
  }
}

function Place({ text, finding, place }: { text: Text; finding: Finding; place: string }) {
  const side = text(`findings.side.${finding.side}`)
  return (
    <span title={place === '' ? side : `${side} · ${place}`}>
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
