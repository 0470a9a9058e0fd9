import type { Turbine } from '#domain/turbine.ts'
import type { Text } from '#panel/words/use-text.ts'
import { turbineTitle } from './turbine-title.ts'

export const SORT_KEYS = ['name', 'code', 'city', 'location', 'company', 'rooms', 'photos', 'status'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** Sorts turbines by a column, in the order of the language of `text`; equal ones by their code. */
export function sortTurbines(
  turbines: Turbine[],
  by: SortKey,
  descending: boolean,
  { text, locale }: { text: Text; locale: string },
): Turbine[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const keyed = turbines.map((turbine) => ({ turbine, key: sortKey(turbine, by, text) }))
  const order = descending ? -1 : 1
  keyed.sort((one, other) => {
    const difference =
      typeof one.key === 'number' ? one.key - Number(other.key) : compare(one.key, String(other.key))
    return difference * order || compare(one.turbine.code, other.turbine.code)
  })
  return keyed.map(({ turbine }) => turbine)
}

function sortKey(turbine: Turbine, by: SortKey, text: Text): string | number {
  switch (by) {
    case 'name':
      return turbineTitle(text, turbine)
    case 'company':
      return turbine.company_name
    case 'photos':
      return turbine.photo_count
    case 'status':
      return text(`status.${turbine.status}`)
    default:
      return turbine[by]
  }
}
