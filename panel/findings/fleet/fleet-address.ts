import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import { FINDING_ORDERS, FleetFindingQuery } from '#domain/findings/finding.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

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
] as const satisfies (keyof FleetFindingFilter)[]
export type FleetFilter = (typeof FILTERS)[number]
export type FleetFilters = Partial<Record<FleetFilter, string>>

/** The filters that the charts follow too. The others narrow only the list, so that a chart keeps all its bars when one is chosen. */
const CHART_FILTERS = ['company_id', 'city', 'blade'] as const satisfies FleetFilter[]

export type FleetOrder = (typeof FINDING_ORDERS)[number]
export const ORDERS = FINDING_ORDERS
const FIRST_ORDER: FleetOrder = 'due_on'

/**
 * The filters, the order and the page of the list, in the address as `?city=izmir&severity_min=3&order=severity&page=2`. A value that
 * is not valid counts as absent.
 */
export function useFleetAddress() {
  const { get, change } = useAddressParams()
  const chosen: FleetFilters = {}
  for (const name of FILTERS) {
    const value = get(name)
    if (value !== undefined && FleetFindingQuery.shape[name].safeParse(value).success) chosen[name] = value
  }
  const page = Number(get('page') ?? 1)
  return {
    chosen,
    isFiltered: Object.keys(chosen).length > 0,
    order: ORDERS.find((order) => order === get('order')) ?? FIRST_ORDER,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    /** Changes filters and goes to the first page. */
    filter: (next: Partial<Record<FleetFilter, string | undefined>>) => change({ ...next, page: undefined }),
    setOrder: (next: string | undefined) =>
      change({ order: next === FIRST_ORDER ? undefined : next, page: undefined }),
    clear: () => change({ ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), page: undefined }),
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
  return `?${new URLSearchParams({ ...chartFilters(chosen), ...bar } as Record<string, string>)}`
}
