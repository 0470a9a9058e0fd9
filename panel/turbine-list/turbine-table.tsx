import { FormattedNumber } from 'react-intl'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { RunningInspection, StateBadge } from '#panel/frame/state/state-badge.tsx'
import { TurbineCover } from '#panel/turbine-list/cards/turbine-cover.tsx'
import type { SortKey } from '#panel/turbine-list/filters/sort-turbines.ts'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { StatusBadge, StatusEdge } from './status-badge.tsx'
import { TurbineActionButtons, type TurbineActions } from './turbine-actions.tsx'
import { TurbineDueLine } from './turbine-due.tsx'
import { turbineTitle } from './turbine-title.ts'
import { useEditKey } from './use-edit-key.ts'
import { useListAddress } from './use-list-address.ts'

/** The width of a button of a row, in rem. */
const ACTION_REM = 2.25

interface TurbineTableProps {
  /** In the order of the address. */
  turbines: Turbine[]
  actions: TurbineActions
}

/** The turbines as a table. Enter opens a turbine, E edits it. */
export default function TurbineTable({ turbines, actions }: TurbineTableProps) {
  const text = useText()
  const { sort, setSort } = useListAddress()
  const onEditKey = useEditKey(turbines, actions)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links inside
    <div onKeyDown={onEditKey}>
      <Table
        label={text('turbines.title')}
        columns={columns(text, actions)}
        rows={turbines}
        rowKey={({ id }) => id}
        rowAddress={({ id }) => turbineAddress(id)}
        sort={sort}
        onSort={({ by, descending }) => setSort({ by: by as SortKey, descending })}
      />
    </div>
  )
}

function columns(text: Text, actions: TurbineActions): (Column<Turbine> & { id: SortKey | 'actions' })[] {
  return [
    {
      id: 'name',
      header: text('turbine.name'),
      width: 16,
      grow: 3,
      cell: (turbine) => <NameCell turbine={turbine} text={text} />,
    },
    { id: 'code', header: text('turbine.code'), width: 5.5, leaves: 3, cell: ({ code }) => code },
    {
      id: 'city',
      header: text('turbine.city'),
      width: 8,
      grow: 1,
      leaves: 4,
      cell: ({ city }) => capitalizePlace(city),
    },
    {
      id: 'location',
      header: text('turbine.place'),
      width: 9,
      grow: 2,
      leaves: 9,
      cell: ({ location }) => location,
    },
    {
      id: 'company',
      header: text('turbine.company'),
      width: 10,
      grow: 2,
      leaves: 5,
      cell: ({ company_name }) => company_name,
    },
    {
      id: 'rooms',
      header: text('turbine.rooms.column'),
      width: 5,
      leaves: 8,
      isFigure: true,
      cell: ({ rooms }) => <FormattedNumber value={rooms} />,
    },
    {
      id: 'attention',
      header: text('state.title'),
      width: 13.5,
      leaves: 1,
      cell: (turbine) => (
        <span className="flex flex-col">
          <StateBadge state={turbine.state} year={turbine.state_year} />
          <TurbineDueLine turbine={turbine} className="text-caption" />
          <RunningInspection running={turbine.inspection_running} />
        </span>
      ),
    },
    {
      id: 'photos',
      header: text('turbine.photos.column'),
      width: 6.5,
      leaves: 6,
      isFigure: true,
      cell: ({ photo_count }) => <FormattedNumber value={photo_count} />,
    },
    {
      id: 'newest',
      header: text('turbine.newest.column'),
      width: 9.5,
      leaves: 7,
      cell: (turbine) => <NewestCell turbine={turbine} text={text} />,
    },
    {
      id: 'status',
      header: text('turbine.status'),
      width: 8.5,
      leaves: 2,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'actions',
      header: text('table.actions'),
      width:
        ACTION_REM * (2 + Number(actions.onEdit !== undefined) + Number(actions.onDelete !== undefined)) +
        1.5,
      isActions: true,
      cell: (turbine, tabIndex) => (
        <span className="flex justify-end">
          <TurbineActionButtons turbine={turbine} actions={actions} tabIndex={tabIndex} />
        </span>
      ),
    },
  ]
}

function NameCell({ turbine, text }: { turbine: Turbine; text: Text }) {
  const { new_publication_year: year } = turbine
  return (
    <span className="relative -my-1 -ml-3 flex items-center gap-3 py-1 pl-3">
      <StatusEdge status={turbine.status} />
      <span className="h-9 w-16 shrink-0 overflow-hidden rounded bg-surface-sunken">
        <TurbineCover turbine={turbine} className="size-full">
          {null}
        </TurbineCover>
      </span>
      <span className="min-w-0 wrap-break-word">
        {turbineTitle(text, turbine)}
        {year !== null && (
          <span className="block text-caption text-action">
            {text('turbine.newPublication', { year: String(year) })}
          </span>
        )}
      </span>
    </span>
  )
}

/** The date of the newest photo, and a dot if photos are new. */
function NewestCell({ turbine, text }: { turbine: Turbine; text: Text }) {
  const { newest_photo_at, new_photo_count } = turbine
  const dates = useDates(turbine.time_zone)
  if (newest_photo_at === null) return '–'
  const words = text('turbine.newPhotos', { n: new_photo_count })
  return (
    <span className="flex items-center gap-2">
      {dates.dayOf(newest_photo_at)}
      {new_photo_count > 0 && (
        <span title={words} className="rounded-full bg-action px-1.5 text-caption font-medium text-on-action">
          +{new_photo_count}
          <span className="sr-only">: {words}</span>
        </span>
      )}
    </span>
  )
}
