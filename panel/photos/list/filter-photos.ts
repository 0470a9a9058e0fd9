import { type Photo, PhotoCategory } from '#domain/photo.ts'
import { foldForSearch } from '#domain/text/turkish.ts'

/** A missing filter means all. */
export interface PhotoFilters {
  year: number | undefined
  category: PhotoCategory | undefined
  /** True for those that nobody has looked at. */
  isUninspected: boolean
}

export const CATEGORIES = PhotoCategory.options

/** A photo with its searchable texts, which are folded once. */
export interface SearchablePhoto {
  photo: Photo
  folded: string
}

/** @param textsOf returns the searchable texts of a photo */
export function makeSearchable(photos: Photo[], textsOf: (photo: Photo) => string[]): SearchablePhoto[] {
  return photos.map((photo) => ({ photo, folded: foldForSearch(textsOf(photo).join(' \n ')) }))
}

/**
 * The photos that pass every filter and that contain every word of `query`.
 *
 * @param unlooked the photos that nobody has looked at
 */
export function findPhotos(
  photos: SearchablePhoto[],
  { year, category, isUninspected }: PhotoFilters,
  query: string,
  unlooked: ReadonlySet<Photo['id']>,
): Photo[] {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean)
  return photos
    .filter(
      ({ photo, folded }) =>
        (year === undefined || photo.year === year) &&
        (category === undefined || photo.category === category) &&
        (!isUninspected || unlooked.has(photo.id)) &&
        words.every((word) => folded.includes(word)),
    )
    .map(({ photo }) => photo)
}
