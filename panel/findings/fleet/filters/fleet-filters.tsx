import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { Id } from '#domain/fields.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import { mayEverywhere } from '#domain/permissions.ts'
import { BLADES } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { compareNames } from '#domain/text/name-order.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { companiesQuery, useUnlistedCompany } from '#panel/data/companies.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { STATUS_FILTERS } from '../../section/finding-filters.ts'
import { SightingsSwitch } from '../../sightings-switch.tsx'
import { ORDERS, type useFleetAddress } from '../fleet-address.ts'
import { MoreFilters } from './more-filters.tsx'

interface FleetFiltersProps {
  address: ReturnType<typeof useFleetAddress>
  /** Undefined until it is loaded. */
  summary: FindingSummary | undefined
}

/** The filters that the charts follow. */
export function ScopeFilters({ address, summary }: FleetFiltersProps) {
  return (
    <ListToolbar found={undefined} onReset={address.clear}>
      <PlaceFilters address={address} summary={summary} />
      <BladeFilters address={address} />
    </ListToolbar>
  )
}

/** Where the turbines of the findings are. */
function PlaceFilters({ address, summary }: FleetFiltersProps) {
  const { chosen, filter } = address
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
    </>
  )
}

/** The blade, and whether each sighting of a damage counts. */
function BladeFilters({ address }: Pick<FleetFiltersProps, 'address'>) {
  const { chosen, filter, hasAllSightings, setAllSightings } = address
  const text = useText()
  return (
    <>
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
  /** The name of the turbine in the filter, if it is known. */
  turbineName: string | undefined
  found: number | undefined
  /** What is at the right end, such as downloads. */
  actions?: ReactNode
}

/**
 * The filters of the findings in one line, and how many findings pass them. A button opens the rarer ones in a second line, which is
 * open if one of them is set.
 */
export function ListFilters({ address, summary, turbineName, found, actions }: ListFiltersProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const moreId = useId()
  const { view, chosen, isFiltered, hasAllSightings, order, filter, setStatus, setOrder, clear } = address
  const hidden = [chosen.type, chosen.year, chosen.blade, chosen.due_from, chosen.due_before, hasAllSightings]
  const set = hidden.filter(Boolean).length
  const [isOpened, setIsOpened] = useState<boolean>()
  const isOpen = isOpened ?? set > 0
  return (
    <>
      <ListToolbar found={isFiltered ? found : undefined} onReset={clear} end={actions}>
        <PlaceFilters address={address} summary={summary} />
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
          label={text('findings.status')}
          all={text('findings.allStatuses')}
          value={chosen.status}
          options={STATUS_FILTERS.map((value) => ({ value, label: text(`findings.status.${value}`) }))}
          onChange={setStatus}
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
        {chosen.turbine_id !== undefined && (
          <Button icon={X} onClick={() => filter({ turbine_id: undefined })} className="max-w-60">
            <span className="truncate">
              {text('fleet.onlyTurbine', { name: turbineName ?? chosen.turbine_id })}
            </span>
          </Button>
        )}
        <Button
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setIsOpened(!isOpen)}
          className={set > 0 ? 'text-action!' : ''}
        >
          {text('fleet.filters', { n: set })}
        </Button>
      </ListToolbar>
      <div
        id={moreId}
        hidden={!isOpen}
        className={isOpen ? '-mt-3 mb-6 flex flex-wrap items-center gap-x-2 gap-y-3' : undefined}
      >
        <MoreFilters address={address} years={summary?.years.map(({ year }) => String(year)) ?? []}>
          <BladeFilters address={address} />
        </MoreFilters>
        {view === 'list' && (
          <FilterSelect
            label={text('turbines.sort')}
            value={order}
            options={ORDERS.map((value) => ({ value, label: text(`fleet.order.${value}`) }))}
            onChange={setOrder}
          />
        )}
      </div>
    </>
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
