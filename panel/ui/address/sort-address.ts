import { compareNames } from '#domain/text/name-order.ts'
import type { Sort } from '#panel/ui/tables/table-column.ts'
import { useAddressParams } from './address-params.ts'

/**
 * The sort order of a table, in the address as `?sort=role&order=descending`. The default, ascending, is not in the address.
 */
export function useSortInAddress<Key extends string>(
  keys: readonly [Key, ...Key[]],
  byDefault: Key = keys[0],
) {
  const { get, change } = useAddressParams()
  const by = keys.find((key) => key === get('sort')) ?? byDefault
  return {
    sort: { by, descending: get('order') === 'descending' },
    setSort: (next: Sort) =>
      change({
        sort: next.by === byDefault ? undefined : next.by,
        order: next.descending ? 'descending' : undefined,
      }),
  }
}

/** Sorts rows by a text or a number of each, texts as names. */
export function sortRows<Row>(rows: Row[], keyOf: (row: Row) => string | number, descending: boolean): Row[] {
  const order = descending ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => {
      const isNumber = typeof a.key === 'number'
      const difference = isNumber ? Number(a.key) - Number(b.key) : compareNames(String(a.key), String(b.key))
      return difference * order
    })
    .map(({ row }) => row)
}
