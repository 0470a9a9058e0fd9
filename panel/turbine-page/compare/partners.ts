import type { Photo } from '#domain/photo.ts'
import { compareNames } from '#domain/text/name-order.ts'

/**
 * The photos of the same place (category, blade and room) from other years, the most likely partner first. The order of the years: the
 * nearest first, and an earlier year before a later one with the same distance. Within a year, first comes the photo at the same
 * position in the order of the names, because every inspection takes the photos in the same order.
 */
export function partnersOf(photos: Photo[], photo: Photo): Photo[] {
  const here = photos.filter((other) => isSamePlace(other, photo) && other.thumb_url !== null)
  const orders = ordersIn(here)
  const place = orders.get(photo.id) ?? -1
  const apart = ({ id }: Photo) => Math.abs((orders.get(id) ?? -1) - place)
  return here
    .filter(({ year }) => year !== photo.year)
    .sort((a, b) => yearRank(a, photo) - yearRank(b, photo) || apart(a) - apart(b) || a.id - b.id)
}

function isSamePlace(a: Photo, b: Photo): boolean {
  return a.category === b.category && a.blade === b.blade && a.room === b.room
}

/** Smaller is more likely. An earlier year comes before a later one with the same distance. */
function yearRank({ year }: Photo, photo: Photo): number {
  return year < photo.year ? (photo.year - year) * 2 - 1 : (year - photo.year) * 2
}

/** The position of each photo, by its id, among those of its year in the order of their names. */
function ordersIn(photos: Photo[]): Map<number, number> {
  const counts = new Map<number, number>()
  const orders = new Map<number, number>()
  for (const { id, year } of photos.toSorted((a, b) => compareNames(a.originalName, b.originalName))) {
    const order = counts.get(year) ?? 0
    orders.set(id, order)
    counts.set(year, order + 1)
  }
  return orders
}
