import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import { FINDING_ORDERS, FleetFindingQuery } from '#domain/findings/finding.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { addressOfStatus, FIRST_STATUS, statusOfAddress } from '../section/finding-filters.ts'

/** The filters of the findings of all turbines, as they are named in the address and in the API. */
const FILTERS = [
  'company_id',
  'city',
  'turbine_id',
  'blade',
  'side',
  'type',
  'severity',
  'severity_min',
  'status',
  'year',
  'due_from',
  'due_before',
  'overdue',
  'sightings',
] as const satisfies (keyof FleetFindingFilter)[]
export type FleetFilter = (typeof FILTERS)[number]
/** Without a status, all of them. */
export type FleetFilters = Partial<Record<FleetFilter, string>>

/** Which findings of a chain count, if the address does not name it: each chain counts once. */
const FIRST_SIGHTINGS = 'newest'

/** The filters that the charts follow too. The others narrow only the list, so that a chart keeps all its bars when one is chosen. */
const CHART_FILTERS = ['company_id', 'city', 'blade', 'sightings'] as const satisfies FleetFilter[]

/** The list, the findings on the blades of all turbines, and their numbers. */
export const VIEWS = ['list', 'picture', 'charts'] as const
export type FleetView = (typeof VIEWS)[number]

type FleetOrder = (typeof FINDING_ORDERS)[number]
export const ORDERS = FINDING_ORDERS
const FIRST_ORDER: FleetOrder = 'due_on'

/**
 * The filters, the order and the page of the list, in the address as `?city=izmir&severity_min=3&order=severity&page=2`, and the view as
 * `view=picture`. A value that is not valid counts as absent. Without a status, the list has the unsolved findings (`?status=all` has all of them); without
 * `sightings`, findings that continue each other count once.
 */
export function useFleetAddress() {
  const { get, change } = useAddressParams()
  const chosen: FleetFilters = { sightings: FIRST_SIGHTINGS }
  for (const name of FILTERS) {
    const value = get(name)
    if (value !== undefined && FleetFindingQuery.shape[name].safeParse(value).success) chosen[name] = value
  }
  const status = statusOfAddress(get('status'))
  if (status === undefined) delete chosen.status
  else chosen.status = status
  const { status: _, sightings, ...others } = chosen
  const page = Number(get('page') ?? 1)
  return {
    view: VIEWS.find((view) => view === get('view')) ?? VIEWS[0],
    /** With the status and the sightings that the list begins with. */
    chosen,
    isFiltered: status !== FIRST_STATUS || Object.keys(others).length > 0,
    hasAllSightings: sightings === 'all',
    order: ORDERS.find((order) => order === get('order')) ?? FIRST_ORDER,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    setView: (next: FleetView) => change({ view: next === VIEWS[0] ? undefined : next, page: undefined }),
    /** Changes filters and goes to the first page. */
    filter: (next: Partial<Record<FleetFilter, string | undefined>>) => change({ ...next, page: undefined }),
    /** @param next undefined for all */
    setStatus: (next: string | undefined) => change({ status: addressOfStatus(next), page: undefined }),
    setAllSightings: (all: boolean) => change({ sightings: all ? 'all' : undefined, page: undefined }),
    setOrder: (next: string | undefined) =>
      change({ order: next === FIRST_ORDER ? undefined : next, page: undefined }),
    /** Goes back to the filters that the list begins with. */
    clear: () =>
      change({
        ...Object.fromEntries(FILTERS.flatMap((name) => (name === 'sightings' ? [] : [[name, undefined]]))),
        page: undefined,
      }),
    turnTo: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
  }
}

/** The filters that the charts follow. */
export function chartFilters(chosen: FleetFilters): FleetFilters {
  return Object.fromEntries(
    CHART_FILTERS.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]])),
  )
}

/** The query of an address that lists what a bar counts: the filters of the charts, and those of the bar. */
export function listSearch(chosen: FleetFilters, bar: FleetFilters): string {
  const { sightings, ...others } = chartFilters(chosen)
  const named = { ...others, ...(sightings === 'all' && { sightings }), ...bar }
  return `?${new URLSearchParams(named as Record<string, string>)}`
}
