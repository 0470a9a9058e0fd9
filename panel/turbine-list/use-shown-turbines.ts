import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { mayEverywhere } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { stateWords } from '#panel/frame/state/state-badge.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { filterOptions, passesFilters } from '#panel/turbine-list/filters/filter-turbines.ts'
import { makeSearchable, searchTurbines } from '#panel/turbine-list/filters/search-turbines.ts'
import { sortTurbines } from '#panel/turbine-list/filters/sort-turbines.ts'
import { useText } from '#panel/words/use-text.ts'
import { useListAddress } from './use-list-address.ts'

const NONE: Turbine[] = []

/**
 * The turbines that pass the search and the filters, in the order of the address, and the options of the filters. Sorting and folding
 * happen once for a list, so that typing in the search only compares texts.
 */
export function useShownTurbines(turbines: Turbine[] = NONE, query: string) {
  const text = useText()
  const { locale } = useIntl()
  const { sort, filters } = useListAddress()
  const { by, descending } = sort
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is a new function at each rendering, but it depends only on the locale
  const searchable = useMemo(
    () => makeSearchable(sortTurbines(turbines, by, descending, text)),
    [turbines, by, descending, locale],
  )
  const seesCompanies = mayEverywhere(useCaller(), 'turbine.read')
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const options = useMemo(() => {
    const { company, ...others } = filterOptions(turbines, (state) => stateWords(text, state))
    return { ...others, company: seesCompanies ? company : [] }
  }, [turbines, locale, seesCompanies])
  const { city, year, company, state, onlyNew } = filters
  const passing = useMemo(
    () => searchable.filter(({ turbine }) => passesFilters(turbine, { city, year, company, state, onlyNew })),
    [searchable, city, year, company, state, onlyNew],
  )
  const shown = useMemo(() => searchTurbines(passing, query), [passing, query])
  const isFiltered = onlyNew || [city, year, company, state].some((value) => value !== undefined)
  return { shown, options, filters, isFiltered }
}
