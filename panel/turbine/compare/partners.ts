import type { Photo } from '#domain/photo.ts'

/**
 * The photos of the same place (category, blade and room) from other years, the most likely partner first. The order of the years: the
 * nearest first, and an earlier year before a later one with the same distance. Within a year, first comes the photo at the same
 * position in the order of the names, because every inspection takes the photos in the same order.
 */
export function partnersOf(photos: Photo[], photo: Photo): Photo[] {
  const here = photos.filter((other) => isSamePlace(other, photo) && other.thumb_url !== null)
  const place = orderIn(here, photo)
  return here
    .filter(({ year }) => year !== photo.year)
    .toSorted(
      (one, other) =>
        yearRank(one, photo) - yearRank(other, photo) ||
        Math.abs(orderIn(here, one) - place) - Math.abs(orderIn(here, other) - place) ||
        one.id - other.id,
    )
}

function isSamePlace(one: Photo, other: Photo): boolean {
  return one.category === other.category && one.blade === other.blade && one.room === other.room
}

/** Smaller is more likely. An earlier year comes before a later one with the same distance. */
function yearRank({ year }: Photo, photo: Photo): number {
  return year < photo.year ? (photo.year - year) * 2 - 1 : (year - photo.year) * 2
}

/** The position of a photo among those of its year, by their names. */
function orderIn(photos: Photo[], photo: Photo): number {
  return photos
    .filter(({ year }) => year === photo.year)
    .toSorted((one, other) => one.originalName.localeCompare(other.originalName, 'en', { numeric: true }))
    .findIndex(({ id }) => id === photo.id)
}
