import { Button } from '#panel/ui/button.tsx'
import { SearchField } from '#panel/ui/search-field.tsx'
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
    <div className="mb-6 flex flex-wrap items-center gap-x-2 gap-y-3">
      <SearchField
        label={text('turbines.search')}
        hint={text('turbines.search.hint')}
        value={query}
        onChange={onQuery}
      />
      <TurbineFilterBar options={options} filters={filters} />
      <p role="status" className="ml-2 text-body text-ink-soft">
        {found !== undefined && text('turbines.found', { n: found })}
      </p>
      {found !== undefined && (
        <Button look="ghost" onClick={onReset} className="-ml-1 text-action!">
          {text('turbines.reset')}
        </Button>
      )}
      <div className="ml-auto">
        <ViewToggle value={view} onChange={setView} />
      </div>
    </div>
  )
}
