import { ListToolbar } from '#panel/ui/list-toolbar.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { FilterOptions, TurbineFilters } from './filter-turbines.ts'
import { TurbineFilterBar } from './turbine-filter-bar.tsx'
import { useListAddress } from './use-list-address.ts'
import { ViewToggle } from './view-toggle.tsx'

interface TurbineToolbarProps {
  query: string
  onQuery: (query: string) => void
  options: FilterOptions
  filters: TurbineFilters
  /** The number of turbines found; undefined while nothing narrows the list. */
  found: number | undefined
  /** Removes the search text and every filter. */
  onReset: () => void
}

/** What narrows the list of turbines, how many are found, and how they are shown. */
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
