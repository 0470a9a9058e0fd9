/** Names of this product are Turkish in both languages of the panel, so all names sort by the Turkish alphabet. */
const TURKISH = new Intl.Collator('tr', { numeric: true })

/**
 * Compares two names for every list: `Çanakkale` comes after `Bursa` and before `Denizli`, `Iğdır` before `İzmir`, and `T2` before `T10`.
 * Negative if `one` comes first.
 */
export function compareNames(a: string, b: string): number {
  return TURKISH.compare(a, b)
}
