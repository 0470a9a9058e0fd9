import type { FittingColumn } from '#panel/ui/tables/fit-columns.ts'

type PhotoColumnId = 'select' | 'picture' | 'name' | 'place' | 'size' | 'month' | 'uploader'

/** The columns of the list of all photos, with checkboxes. */
export const PHOTO_COLUMNS: readonly (FittingColumn & { id: PhotoColumnId })[] = [
  { id: 'select', width: 2.75 },
  { id: 'picture', width: 6 },
  { id: 'name', width: 11, grow: 3 },
  { id: 'place', width: 9, grow: 1, leaves: 1 },
  { id: 'size', width: 6, leaves: 3 },
  { id: 'month', width: 9, leaves: 2 },
  { id: 'uploader', width: 9, grow: 1, leaves: 4 },
]

/** The columns for those who cannot do anything with selected photos. */
export const PHOTO_COLUMNS_TO_READ = PHOTO_COLUMNS.filter(({ id }) => id !== 'select')
