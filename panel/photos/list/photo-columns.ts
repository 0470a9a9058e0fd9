/** The width of each column of the list, as a class; the name takes the rest. */
export const PHOTO_COLUMNS = [
  { id: 'select', width: 'w-11' },
  { id: 'picture', width: 'w-24' },
  { id: 'name', width: '' },
  { id: 'place', width: 'w-40 max-xl:w-32' },
  { id: 'size', width: 'w-24 max-xl:w-22' },
  { id: 'month', width: 'w-36 max-xl:w-34' },
  { id: 'uploader', width: 'w-44 max-xl:w-32' },
] as const
