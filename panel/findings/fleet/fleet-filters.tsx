import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import types from '#content/findings/types.json'
import { Id } from '#domain/fields.ts'
import type { FleetFinding } from '#domain/findings/finding.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import { mayEverywhere } from '#domain/permissions.ts'
import { BLADES } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { compareNames } from '#domain/text/name-order.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { laterDay } from '#domain/time/today.ts'
import { companiesQuery, useUnlistedCompany } from '#panel/data/companies.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { FilterDate } from '#panel/ui/fields/days/filter-date.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { STATUS_FILTERS } from '../section/finding-filters.ts'
import { SightingsSwitch } from '../sightings-switch.tsx'
import { ORDERS, type useFleetAddress } from './fleet-address.ts'

interface FleetFiltersProps {
  address: ReturnType<typeof useFleetAddress>
  /** Undefined until it is loaded. */
  summary: FindingSummary | undefined
}

/** The filters that the charts and the list follow. */
export function ScopeFilters({ address, summary }: FleetFiltersProps) {
  const { chosen, filter, hasAllSightings, setAllSightings } = address
  const text = useText()
  const caller = useCaller()
  const seesCompanies = mayEverywhere(caller, 'finding.read')
  const query = useQuery({ ...companiesQuery, enabled: seesCompanies })
  const { data: companies = [] } = query
  const isListed = companies.some(({ id }) => String(id) === chosen.company_id)
  const unlistedCompany = useUnlistedCompany(
    caller,
    isListed ? undefined : Id.safeParse(chosen.company_id).data,
  )
  const cities = (summary?.cities ?? []).map(({ city }) => ({ value: city, label: capitalizePlace(city) }))
  return (
    <>
      {seesCompanies && (
        <FilterSelect
          label={text('turbine.company')}
          all={text('turbines.allCompanies')}
          value={chosen.company_id}
          options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          unlisted={unlistedCompany}
          onChange={(company_id) => filter({ company_id, turbine_id: undefined })}
        />
      )}
      <LoadFailure query={query} title={text('companies.failed')} className="order-last w-full" />
      <FilterSelect
        label={text('turbine.city')}
        all={text('turbines.allCities')}
        value={chosen.city}
        options={cities.sort((a, b) => compareNames(a.label, b.label))}
        unlisted={chosen.city && capitalizePlace(chosen.city)}
        onChange={(city) => filter({ city, turbine_id: undefined })}
      />
      <FilterSelect
        label={text('findings.blade')}
        all={text('fleet.allBlades')}
        value={chosen.blade}
        options={BLADES.map((blade) => ({ value: blade, label: text('photos.blade', { blade }) }))}
        onChange={(blade) => filter({ blade })}
      />
      <SightingsSwitch isOn={hasAllSightings} onChange={setAllSightings} />
    </>
  )
}

interface ListFiltersProps extends FleetFiltersProps {
  /** The first finding of the list. It has the name of the turbine in the filter. */
  first: FleetFinding | undefined
  found: number | undefined
  /** What is at the right end, such as downloads. */
  actions?: ReactNode
}

/** The filters of the list alone, its order, and how many findings pass them. */
export function ListFilters({ address, summary, first, found, actions }: ListFiltersProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { chosen, isFiltered, order, filter, setStatus, setOrder, clear } = address
  const years = new Set(summary?.years.map(({ year }) => String(year)))
  return (
    <ListToolbar found={isFiltered ? found : undefined} onReset={clear} end={actions}>
      <FilterSelect
        label={text('findings.severity')}
        all={text('findings.allSeverities')}
        value={chosen.severity ?? (chosen.severity_min && `from ${chosen.severity_min}`)}
        options={severityOptions()}
        unlisted={fromSeverity(1)}
        onChange={(value) => {
          const from = value?.startsWith('from ') ? value.slice(5) : undefined
          filter({ severity_min: from, severity: from === undefined ? value : undefined })
        }}
      />
      <FilterSelect
        label={text('findings.type')}
        all={text('fleet.allTypes')}
        value={chosen.type}
        options={types.types.map((type) => ({ value: type.id, label: type[language] }))}
        onChange={(type) => filter({ type })}
      />
      <FilterSelect
        label={text('findings.status')}
        all={text('findings.allStatuses')}
        value={chosen.status}
        options={STATUS_FILTERS.map((value) => ({ value, label: text(`findings.status.${value}`) }))}
        onChange={setStatus}
      />
      <FilterSelect
        label={text('findings.year')}
        all={text('list.allYears')}
        value={chosen.year}
        options={[...years]
          .sort()
          .reverse()
          .map((value) => ({ value, label: value }))}
        onChange={(year) => filter({ year })}
      />
      <FilterSelect
        label={text('findings.dueOn')}
        all={text('fleet.overdue.all')}
        value={chosen.overdue}
        options={(['true', 'false'] as const).map((value) => ({
          value,
          label: text(`fleet.overdue.${value}`),
        }))}
        onChange={(overdue) => filter({ overdue })}
      />
      <FilterDate
        label={text('fleet.dueFrom')}
        value={chosen.due_from}
        onChange={(due_from) => filter({ due_from })}
      />
      <FilterDate
        label={text('fleet.dueUntil')}
        value={chosen.due_before && laterDay(chosen.due_before, -1)}
        onChange={(last) => filter({ due_before: last && laterDay(last, 1) })}
      />
      {chosen.turbine_id !== undefined && (
        <Button icon={X} onClick={() => filter({ turbine_id: undefined })} className="max-w-72">
          <span className="truncate">
            {text('fleet.onlyTurbine', {
              name: first ? first.turbine_name || first.turbine_code : chosen.turbine_id,
            })}
          </span>
        </Button>
      )}
      <FilterSelect
        label={text('turbines.sort')}
        value={order}
        options={ORDERS.map((value) => ({ value, label: text(`fleet.order.${value}`) }))}
        onChange={setOrder}
      />
    </ListToolbar>
  )

  /** From a severity on, and one severity alone, as the bars of the charts count it. */
  function severityOptions() {
    const from = SEVERITIES.slice(1, -1).map((severity) => ({
      value: `from ${severity}`,
      label: fromSeverity(severity),
    }))
    const only = SEVERITIES.map((severity) => ({
      value: String(severity),
      label: text('fleet.severity.only', { severity, name: severityWords(language, severity).name }),
    }))
    return [...from, ...only, { value: 'none', label: text('findings.severity.none') }]
  }

  function fromSeverity(severity: Severity): string {
    if (severity < 5) return text('findings.severity.from', { severity })
    return text('fleet.severity.only', { severity, name: severityWords(language, severity).name })
  }
}
