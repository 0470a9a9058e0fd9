import type { FilterOptions, TurbineFilters } from '#panel/turbine-list/filters/filter-turbines.ts'
import { TurbineFilterBar } from '#panel/turbine-list/filters/turbine-filter-bar.tsx'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useListAddress } from './use-list-address.ts'
import { ViewToggle } from './view-toggle.tsx'

interface TurbineToolbarProps {
  query: string
  onQuery: (query: string) => void
  options: FilterOptions
  filters: TurbineFilters
  /** The number of turbines found; undefined if there is no search and no filter. */
  found: number | undefined
  /** Removes the search text and every filter. */
  onReset: () => void
}

/** The search and the filters of the turbines, the number of results, and the choice of the view. */
export function TurbineToolbar({ query, onQuery, options, filters, found, onReset }: TurbineToolbarProps) {
  const text = useText()
  const { view, setView } = useListAddress()
  return (
    <ListToolbar
      search={{
        label: text('turbines.search'),
        hint: text('turbines.search.hint'),
        value: query,
        onChange: onQuery,
      }}
      found={found}
      onReset={onReset}
      end={<ViewToggle value={view} onChange={setView} />}
    >
      <TurbineFilterBar options={options} filters={filters} />
    </ListToolbar>
  )
}
