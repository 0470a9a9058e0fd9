import { AuditAction, AuditRecordKind } from '#domain/audit.ts'
import { Id } from '#domain/fields.ts'
import { laterDay, startOfDay } from '#domain/time/today.ts'
import type { AuditRequest } from '#panel/data/audit.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { isFilterDay } from '#panel/ui/fields/days/filter-day.ts'

/** The filters of the log, as they are named in the address. */
const FILTERS = ['user_id', 'action', 'turbine_id', 'record_kind', 'record_id', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

/**
 * The filters and the page of the audit log, in the address as `?user_id=4&from=2026-11-01&page=2`. The days are those of
 * the caller's company. A value that is not valid counts as absent.
 */
export function useAuditAddress() {
  const { get, change } = useAddressParams()
  const chosen: Partial<Record<Filter, string>> = {}
  const valid: Record<Filter, (value: string) => boolean> = {
    user_id: isId,
    turbine_id: isId,
    action: (value) => AuditAction.safeParse(value).success,
    record_kind: (value) => AuditRecordKind.safeParse(value).success,
    record_id: (value) => value.length <= 300,
    from: isFilterDay,
    to: isFilterDay,
  }
  for (const name of FILTERS) {
    const value = get(name)
    if (value !== undefined && valid[name](value)) chosen[name] = value
  }
  const page = Number(get('page') ?? 1)
  return {
    chosen,
    isFiltered: Object.keys(chosen).length > 0,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    /** Changes filters and goes to the first page. */
    filter: (next: Partial<Record<Filter, string | undefined>>) => change({ ...next, page: undefined }),
    clear: () => change({ ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), page: undefined }),
    turnTo: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
  }
}

/** Converts the filters for the API: `from` becomes the start of its day, `to` the start of the next day. */
export function requestOf(
  { from, to, ...rest }: Partial<Record<Filter, string>>,
  page: number,
  timeZone: string,
): AuditRequest {
  return {
    ...rest,
    ...(from !== undefined && { from: startOfDay(timeZone, from).toISOString() }),
    ...(to !== undefined && { to: startOfDay(timeZone, laterDay(to, 1)).toISOString() }),
    page: String(page),
  }
}

function isId(value: string): boolean {
  return Id.safeParse(value).success
}
