import { compareNames } from '#domain/text/name-order.ts'
import type { Turbine } from '#domain/turbine.ts'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import type { Text } from '#panel/words/use-text.ts'
import { attentionRank, statusRank } from './attention-order.ts'

export const SORT_KEYS = [
  'name',
  'attention',
  'code',
  'city',
  'location',
  'company',
  'rooms',
  'photos',
  'newest',
  'status',
] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** True for orders that begin with the greatest value when they are chosen from the list of orders. */
export function startsWithGreatest(by: SortKey): boolean {
  return by === 'photos' || by === 'newest'
}

/** Sorts turbines by a column, texts as names; equal ones by their code. */
export function sortTurbines(turbines: Turbine[], by: SortKey, descending: boolean, text: Text): Turbine[] {
  const keyed = turbines.map((turbine) => ({ turbine, key: sortKey(turbine, by, text) }))
  const order = descending ? -1 : 1
  keyed.sort((a, b) => {
    const difference = typeof a.key === 'number' ? a.key - Number(b.key) : compareNames(a.key, String(b.key))
    return difference * order || compareNames(a.turbine.code, b.turbine.code)
  })
  return keyed.map(({ turbine }) => turbine)
}

function sortKey(turbine: Turbine, by: SortKey, text: Text): string | number {
  switch (by) {
    case 'name':
      return turbineTitle(text, turbine)
    case 'attention':
      return attentionRank(turbine)
    case 'company':
      return turbine.company_name
    case 'photos':
      return turbine.photo_count
    case 'newest':
      return turbine.newest_photo_at === null ? 0 : Date.parse(turbine.newest_photo_at)
    case 'status':
      return statusRank(turbine.status)
    default:
      return turbine[by]
  }
}
