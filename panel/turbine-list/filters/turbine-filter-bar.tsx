import { capitalizePlace } from '#domain/text/turkish.ts'
import { useUnlistedCompany } from '#panel/data/companies.ts'
import { stateWords } from '#panel/frame/state/state-badge.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { useListAddress } from '#panel/turbine-list/use-list-address.ts'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { FilterOptions, TurbineFilters } from './filter-turbines.ts'
import { SORT_KEYS, type SortKey, startsWithGreatest } from './sort-turbines.ts'

/** The option for an order that the user has reversed in the column headers. It is offered only while it is chosen. */
const REVERSED = 'reversed'

interface TurbineFilterBarProps {
  options: FilterOptions
  filters: TurbineFilters
}

/** The filters that the caller may use. Cards, which have no column headers, also get a list of orders. */
export function TurbineFilterBar({ options, filters }: TurbineFilterBarProps) {
  const text = useText()
  const { view, sort, setSort, setFilter } = useListAddress()
  const caller = useCaller()
  const { city, year, state, company } = filters
  const isListed = company === undefined || options.company.some(({ value }) => value === String(company))
  const unlistedCompany = useUnlistedCompany(
    caller,
    isListed || options.company.length === 0 ? undefined : company,
  )
  // Cards offer the order by status only while it is chosen in the table: of the orders that begin with what is bad they offer one.
  const isReversed = sort.descending !== startsWithGreatest(sort.by)
  const orders = SORT_KEYS.filter((key) => key !== 'status' || sort.by === 'status').map((key) => ({
    value: key as string,
    label: text(`turbines.sort.${key}`),
  }))
  if (isReversed) {
    const order = text(`turbines.sort.${sort.by}`)
    orders.unshift({ value: REVERSED, label: text('turbines.sort.reversed', { order }) })
  }
  return (
    <>
      <FilterSelect
        label={text('turbine.city')}
        all={text('turbines.allCities')}
        value={city}
        options={options.city}
        unlisted={city && capitalizePlace(city)}
        onChange={(value) => setFilter('city', value)}
      />
      <FilterSelect
        label={text('turbines.filter.year')}
        all={text('turbines.allYears')}
        value={year?.toString()}
        options={options.year}
        onChange={(value) => setFilter('year', value)}
      />
      <FilterSelect
        label={text('state.title')}
        all={text('turbines.allStates')}
        value={state}
        options={options.state}
        unlisted={state && stateWords(text, state)}
        onChange={(value) => setFilter('state', value)}
      />
      {options.company.length > 0 && (
        <FilterSelect
          label={text('turbine.company')}
          all={text('turbines.allCompanies')}
          value={company?.toString()}
          options={options.company}
          unlisted={unlistedCompany}
          onChange={(value) => setFilter('company', value)}
        />
      )}
      {view === 'grid' && (
        <FilterSelect
          label={text('turbines.sort')}
          value={isReversed ? REVERSED : sort.by}
          options={orders}
          onChange={(value) => {
            const by = value as SortKey
            setSort({ by, descending: startsWithGreatest(by) })
          }}
        />
      )}
    </>
  )
}
