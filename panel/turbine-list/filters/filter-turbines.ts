import { compareNames } from '#domain/text/name-order.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { TURBINE_STATES, type Turbine, type TurbineState } from '#domain/turbine.ts'

/** A missing filter means all. */
export interface TurbineFilters {
  /** As `cityKey` writes it. */
  city: string | undefined
  /** Turbines with photos of this year. */
  year: number | undefined
  /** The id of a company. */
  company: number | undefined
  state: TurbineState | undefined
  /** True for turbines with something that the caller has not seen. */
  onlyNew: boolean
}

interface FilterOption {
  value: string
  label: string
  /** The number of turbines. */
  count: number
}

/** The values that the turbines have, in the order in which a list shows them. */
export interface FilterOptions {
  city: FilterOption[]
  year: FilterOption[]
  company: FilterOption[]
  /** The worst state first. */
  state: FilterOption[]
}

const WORST_FIRST = TURBINE_STATES.toSorted((a, b) => rank(b) - rank(a))

/** A turbine that is not inspected is the last one. */
function rank(state: TurbineState): number {
  return state === 'not_inspected' ? -1 : TURBINE_STATES.indexOf(state)
}

/** The city in lower case, because the same city may be stored with different capital letters. */
export function cityKey(city: string): string {
  return city.toLocaleLowerCase('tr')
}

/** @param stateWords the words of a state */
export function filterOptions(
  turbines: readonly Turbine[],
  stateWords: (state: TurbineState) => string,
): FilterOptions {
  const city = new Counter()
  const year = new Counter()
  const company = new Counter()
  const state = new Counter()
  for (const turbine of turbines) {
    city.add(cityKey(turbine.city), capitalizePlace(turbine.city))
    company.add(String(turbine.company_id), turbine.company_name)
    state.add(turbine.state, stateWords(turbine.state))
    for (const number of turbine.photo_years) year.add(String(number), String(number))
  }
  const byLabel = (a: FilterOption, b: FilterOption) => compareNames(a.label, b.label)
  return {
    city: city.options.sort(byLabel),
    year: year.options.sort(byLabel).reverse(),
    company: company.options.sort(byLabel),
    state: WORST_FIRST.flatMap((each) => state.options.find(({ value }) => value === each) ?? []),
  }
}

/** Counts the turbines of each value. */
class Counter {
  readonly #options = new Map<string, FilterOption>()

  add(value: string, label: string) {
    const option = this.#options.get(value)
    if (option) option.count += 1
    else this.#options.set(value, { value, label, count: 1 })
  }

  get options(): FilterOption[] {
    return [...this.#options.values()]
  }
}

/** True for turbines that pass every filter. A filter that no turbine passes, such as a company without turbines, finds nothing. */
export function passesFilters(
  turbine: Turbine,
  { city, year, company, state, onlyNew }: TurbineFilters,
): boolean {
  if (city !== undefined && cityKey(turbine.city) !== city) return false
  if (company !== undefined && turbine.company_id !== company) return false
  if (state !== undefined && turbine.state !== state) return false
  if (onlyNew && !isNew(turbine)) return false
  return year === undefined || turbine.photo_years.includes(year)
}

/** True for a turbine with something that the caller has not seen since the last visit. */
export function isNew({
  new_photo_count,
  new_publication_year,
}: Pick<Turbine, 'new_photo_count' | 'new_publication_year'>): boolean {
  return new_photo_count > 0 || new_publication_year !== null
}
