import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { FindingPlace, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { findingPlace } from '../../open-finding.ts'

type Row = FindingPlace & Pick<TurbinePlaces, 'turbine_id' | 'turbine_name' | 'turbine_code'>

/** What the picture shows, as a table: the findings of each turbine, by blade from the root to the tip. */
export function PictureTable({ turbines }: { turbines: readonly TurbinePlaces[] }) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const rows = useMemo(
    () =>
      turbines.flatMap(({ findings, ...turbine }) =>
        findings.map((finding): Row => ({ ...turbine, ...finding })),
      ),
    [turbines],
  )
  const columns: Column<Row>[] = [
    {
      id: 'turbine',
      header: text('fleet.turbine'),
      width: 14,
      grow: 2,
      cell: ({ turbine_name, turbine_code }) => turbine_name || turbine_code,
    },
    { id: 'blade', header: text('findings.blade'), width: 5, cell: ({ blade }) => blade },
    {
      id: 'place',
      header: text('findings.place'),
      width: 10,
      grow: 1,
      cell: (row) => placeWords(intl, row) || '–',
    },
    {
      id: 'severity',
      header: text('findings.severity'),
      width: 5,
      cell: (row) => <SeverityMark severity={row.severity} isSolved={isSolved(row)} />,
    },
    {
      id: 'type',
      header: text('findings.type'),
      width: 13,
      grow: 2,
      cell: ({ type }) => typeName(language, type),
    },
    { id: 'number', header: text('findings.number'), width: 9, leaves: 1, cell: ({ number }) => number },
  ]
  return (
    <Table
      label={text('fleet.view.picture')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowAddress={findingPlace}
    />
  )
}
