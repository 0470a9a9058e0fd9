import { useSearchParams } from 'react-router'
import { SORT_KEYS, type SortKey } from './sort-turbines.ts'

export const VIEWS = ['grid', 'list', 'map'] as const
export type View = (typeof VIEWS)[number]

interface TurbineSort {
  by: SortKey
  descending: boolean
}

/**
 * View and sort order of the turbines, in the address as `?view=list&sort=photos&order=descending`. The defaults are
 * cards, and rows sorted by name; they are not in the address.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((known) => known === params.get('view')) ?? 'grid'
  const by = SORT_KEYS.find((key) => key === params.get('sort')) ?? 'name'
  const descending = params.get('order') === 'descending'

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
    setView: (next: View) => change({ view: next === 'grid' ? null : next }),
    setSort: (next: TurbineSort) =>
      change({
        sort: next.by === 'name' ? null : next.by,
        order: next.descending ? 'descending' : null,
      }),
  }
}
