import type { FittingColumn } from '#panel/ui/tables/fit-columns.ts'

type PhotoColumnId =
  | 'categoryPhotos.photo'
  | 'details.blade'
  | 'photos.year'
  | 'details.size'
  | 'details.uploader'

/** The columns of the photos of a category, by the messages of their headers. */
export const PHOTO_COLUMNS: readonly (FittingColumn & { id: PhotoColumnId })[] = [
  { id: 'categoryPhotos.photo', width: 20, grow: 2 },
  { id: 'details.blade', width: 6, leaves: 1 },
  { id: 'photos.year', width: 6, leaves: 2 },
  { id: 'details.size', width: 8, leaves: 3 },
  { id: 'details.uploader', width: 14, grow: 1, leaves: 4 },
]
