/** The width of a mark, and the least distance between the left edges of two, in rem: large enough for a finger. */
const MARK = 1.75
const STEP = 2

/**
 * Where the marks of a blade are, as CSS: each over its place, and moved aside at any width where it would cover the one before. So the
 * page needs no script, and a mark is never lost in another one.
 *
 * @param shares the places along the blade in ascending order, from 0 at the root to 1 at the tip
 * @returns the left edge of each
 */
export function markPlaces(shares: readonly number[]): string[] {
  return shares.map((_, index) => {
    const pushed = shares
      .slice(0, index + 1)
      .map((share, other) => `${percent(share)} + ${(index - other) * STEP - MARK / 2}rem`)
    const end = (shares.length - 1 - index) * STEP + MARK
    return `min(100% - ${end}rem, max(${index * STEP}rem, ${pushed.join(', ')}))`
  })
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
