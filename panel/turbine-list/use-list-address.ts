import { Id } from '#domain/fields.ts'
import { TURBINE_STATES } from '#domain/turbine.ts'
import { cityKey, type TurbineFilters } from '#panel/turbine-list/filters/filter-turbines.ts'
import { SORT_KEYS } from '#panel/turbine-list/filters/sort-turbines.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useSortInAddress } from '#panel/ui/address/sort-address.ts'

export const VIEWS = ['grid', 'list', 'map'] as const
export type View = (typeof VIEWS)[number]

/** The names of the filters in the address. */
export const FILTERS = ['city', 'year', 'company', 'state', 'new'] as const

/**
 * View, order and filters of the turbines, in the address as
 * `?view=list&sort=photos&order=descending&city=izmir&year=2026&company=3&state=E&new=true`. The defaults are not in the address: cards without
 * filters, what needs attention first.
 */
export function useListAddress() {
  const { get, change } = useAddressParams()
  const { sort, setSort } = useSortInAddress(SORT_KEYS, 'attention')
  const city = get('city')
  const number = (name: string) => Id.safeParse(get(name)).data
  return {
    view: VIEWS.find((name) => name === get('view')) ?? 'grid',
    sort,
    filters: {
      city: city && cityKey(city),
      year: number('year'),
      company: number('company'),
      state: TURBINE_STATES.find((state) => state === get('state')),
      onlyNew: get('new') === 'true',
    } satisfies TurbineFilters,
    setView: (next: View) => change({ view: next === 'grid' ? undefined : next }),
    setSort,
    setFilter: (name: (typeof FILTERS)[number], value: string | undefined) => change({ [name]: value }),
  }
}
