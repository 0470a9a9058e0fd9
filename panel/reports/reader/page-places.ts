import type { PageSize } from './pdf-messages.ts'

/** The distance between two pages, and before the first one, in CSS pixels. */
export const GAP_PX = 16

/** Where each page begins below the start of the first gap, in CSS pixels. All pages are equally wide. The last value is where all end. */
export function pageTops(pages: readonly PageSize[], width: number): number[] {
  const tops = [GAP_PX]
  for (const page of pages) tops.push((tops.at(-1) ?? 0) + heightOf(page, width) + GAP_PX)
  return tops
}

export function heightOf({ width: own, height }: PageSize, width: number): number {
  return Math.round((width * height) / own)
}

/** The page at a distance from the start, counted from 0, and the part of it that is before this distance. */
export function pageAt(tops: readonly number[], distance: number): { page: number; share: number } {
  const next = tops.findIndex((top) => top > distance)
  const page = Math.min(Math.max(0, (next < 0 ? tops.length : next) - 1), Math.max(0, tops.length - 2))
  const [from = 0, to = 0] = tops.slice(page, page + 2)
  return { page, share: to > from ? Math.max(0, (distance - from) / (to - from)) : 0 }
}

/** The distance from the start of a place that `pageAt` has given. */
export function distanceOf(
  tops: readonly number[],
  { page, share }: { page: number; share: number },
): number {
  const [from = 0, to = from] = tops.slice(page, page + 2)
  return from + share * (to - from)
}
