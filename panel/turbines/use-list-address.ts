import { useSearchParams } from 'react-router'
import { Id } from '#domain/fields.ts'
import type { TurbineFilters } from './filter-turbines.ts'
import { SORT_KEYS, type SortKey } from './sort-turbines.ts'

export const VIEWS = ['grid', 'list', 'map'] as const
export type View = (typeof VIEWS)[number]

export interface TurbineSort {
  by: SortKey
  descending: boolean
}

/** The names of the filters in the address. */
export const FILTERS = ['city', 'year', 'company'] as const

/**
 * View, order and filters of the turbines, in the address as
 * `?view=list&sort=photos&order=descending&city=izmir&year=2026&company=3`. The defaults are cards in the order of their names,
 * without filters; they are not in the address.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'grid'
  const by = SORT_KEYS.find((key) => key === params.get('sort')) ?? 'name'
  const descending = params.get('order') === 'descending'
  const number = (name: string) => Id.safeParse(params.get(name)).data

  function change(next: Record<string, string | null>) {
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(next)) {
          if (value === null) current.delete(name)
          else current.set(name, value)
        }
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return {
    view,
    sort: { by, descending } satisfies TurbineSort,
    filters: {
      city: params.get('city') ?? undefined,
      year: number('year'),
      company: number('company'),
    } satisfies TurbineFilters,
    setView: (next: View) => change({ view: next === 'grid' ? null : next }),
    setSort: (next: TurbineSort) =>
      change({
        sort: next.by === 'name' ? null : next.by,
        order: next.descending ? 'descending' : null,
      }),
    setFilter: (name: (typeof FILTERS)[number], value: string | undefined) =>
      change({ [name]: value ?? null }),
  }
}
