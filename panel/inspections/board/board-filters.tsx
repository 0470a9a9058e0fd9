import { useQuery } from '@tanstack/react-query'
import { Columns3, Rows3 } from 'lucide-react'
import { useMemo } from 'react'
import { INSPECTION_STATES, WAITS_FOR_FILTERS } from '#domain/inspections/state.ts'
import { compareNames } from '#domain/text/name-order.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useUnlistedCompany } from '#panel/data/companies.ts'
import { turbinesQuery } from '#panel/data/turbines.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { useText } from '#panel/words/use-text.ts'
import { type useBoardAddress, VIEWS } from './board-address.ts'

const ICONS = { board: Columns3, list: Rows3 }

interface BoardFiltersProps {
  address: ReturnType<typeof useBoardAddress>
  isInTeam: boolean
  showsCompany: boolean
  /** The number of inspections that pass the filters; undefined without a filter, and until it is known. */
  found: number | undefined
}

/** The filters of the inspections, and the choice between board and list. Those who read only what is published have the list alone. */
export function BoardFilters({ address, isInTeam, showsCompany, found }: BoardFiltersProps) {
  const text = useText()
  const { view, filters, setView, setFilter, clear } = address
  const { state, waits, city, company, year } = filters
  const turbines = useQuery(turbinesQuery)
  const options = useMemo(() => optionsOf(turbines.data ?? []), [turbines.data])
  const isListed = options.companies.some(({ value }) => value === company?.toString())
  const unlistedCompany = useUnlistedCompany(useCaller(), isListed ? undefined : company)
  return (
    <ListToolbar found={found} onReset={clear} end={isInTeam && renderViews()}>
      {isInTeam && (
        <>
          <FilterSelect
            label={text('inspections.state')}
            all={text('inspections.state.all')}
            value={state}
            options={INSPECTION_STATES.map((value) => ({ value, label: text(`inspections.state.${value}`) }))}
            onChange={(value) => setFilter('state', value)}
          />
          <FilterSelect
            label={text('inspections.waitsFor')}
            all={text('inspections.waitsFor.all')}
            value={waits}
            options={WAITS_FOR_FILTERS.map((value) => ({
              value,
              label: text(`inspections.waitsFor.${value}`),
            }))}
            onChange={(value) => setFilter('waits', value)}
          />
        </>
      )}
      <FilterSelect
        label={text('turbine.city')}
        all={text('turbines.allCities')}
        value={city}
        options={options.cities}
        unlisted={city && capitalizePlace(city)}
        onChange={(value) => setFilter('city', value)}
      />
      {showsCompany && (
        <FilterSelect
          label={text('turbine.company')}
          all={text('turbines.allCompanies')}
          value={company?.toString()}
          options={options.companies}
          unlisted={unlistedCompany}
          onChange={(value) => setFilter('company', value)}
        />
      )}
      <FilterSelect
        label={text('inspections.year')}
        all={text('inspections.year.all')}
        value={year?.toString()}
        options={options.years}
        onChange={(value) => setFilter('year', value)}
      />
      <LoadFailure query={turbines} title={text('turbines.failed')} className="w-full" />
    </ListToolbar>
  )

  function renderViews() {
    const views = VIEWS.map((value) => ({
      value,
      label: text(`inspections.view.${value}`),
      icon: ICONS[value],
    }))
    return (
      <IconChoice label={text('turbines.view')} name="view" options={views} value={view} onChange={setView} />
    )
  }
}

/** The cities, companies and years that the caller's turbines have. */
function optionsOf(turbines: readonly Turbine[]) {
  const cities = new Map(turbines.map(({ city }) => [city, capitalizePlace(city)]))
  const companies = new Map(
    turbines.map(({ company_id, company_name }) => [String(company_id), company_name]),
  )
  const years = [...new Set(turbines.flatMap(({ photo_years }) => photo_years))]
  const byName = (names: Map<string, string>) =>
    [...names].map(([value, label]) => ({ value, label })).sort((a, b) => compareNames(a.label, b.label))
  return {
    cities: byName(cities),
    companies: byName(companies),
    years: years.sort((a, b) => b - a).map((year) => ({ value: String(year), label: String(year) })),
  }
}
