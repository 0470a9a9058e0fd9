import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedNumber, useIntl } from 'react-intl'
import { turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine } from '#domain/turbine.ts'
import { capitalizePlace } from '#domain/turkish.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { Table } from '#panel/ui/table.tsx'
import type { Column } from '#panel/ui/table-column.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { type SortKey, sortTurbines } from './sort-turbines.ts'
import { StatusBadge } from './status-badge.tsx'
import { turbineTitle } from './turbine-title.ts'
import { useListAddress } from './use-list-address.ts'

interface TurbineTableProps {
  turbines: Turbine[]
  /** Opens the edit dialog; present if the viewer may edit turbines. */
  onEdit: ((turbine: Turbine) => void) | undefined
}

/** The turbines as a table, sorted as in the address. */
export default function TurbineTable({ turbines, onEdit }: TurbineTableProps) {
  const text = useText()
  const { locale } = useIntl()
  const { sort, setSort } = useListAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is a new object at each rendering, but it depends only on the locale
  const sorted = useMemo(
    () => sortTurbines(turbines, sort.by, sort.descending, { text, locale }),
    [turbines, sort.by, sort.descending, locale],
  )
  return (
    <Table
      label={text('turbines.title')}
      columns={columns(text, onEdit)}
      rows={sorted}
      rowKey={({ id }) => id}
      rowAddress={({ id }) => turbineAddress(id)}
      sort={sort}
      onSort={({ by, descending }) => setSort({ by: by as SortKey, descending })}
    />
  )
}

function columns(text: Text, onEdit: TurbineTableProps['onEdit']): (Column<Turbine> & { id: SortKey })[] {
  return [
    {
      id: 'name',
      header: text('turbine.name'),
      width: 'w-[20%]',
      cell: (turbine) => <span title={turbineTitle(text, turbine)}>{turbineTitle(text, turbine)}</span>,
    },
    { id: 'code', header: text('turbine.code'), width: 'w-[9%]', cell: ({ code }) => code },
    {
      id: 'city',
      header: text('turbine.city'),
      width: 'w-[10%]',
      cell: ({ city }) => capitalizePlace(city),
    },
    {
      id: 'location',
      header: text('turbine.place'),
      cell: ({ location }) => <span title={location}>{location}</span>,
    },
    {
      id: 'company',
      header: text('turbine.company'),
      cell: ({ company_name }) => <span title={company_name}>{company_name}</span>,
    },
    {
      id: 'rooms',
      header: text('turbine.rooms.column'),
      width: 'w-20',
      isFigure: true,
      cell: ({ rooms }) => <FormattedNumber value={rooms} />,
    },
    {
      id: 'photos',
      header: text('turbine.photos.column'),
      width: 'w-24',
      isFigure: true,
      cell: ({ photo_count }) => <FormattedNumber value={photo_count} />,
    },
    {
      id: 'status',
      header: text('turbine.status'),
      width: 'w-44',
      cell: (turbine, tabIndex) => (
        <span className="flex items-center justify-between">
          <StatusBadge status={turbine.status} />
          {onEdit && (
            <IconButton
              label={text('turbine.edit', { name: turbineTitle(text, turbine) })}
              icon={Pencil}
              tabIndex={tabIndex}
              onClick={() => onEdit(turbine)}
              className="relative"
            />
          )}
        </span>
      ),
    },
  ]
}
