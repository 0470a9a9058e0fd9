/** The classes of the map and of the list beside it, which the skeletons share. */
export const MAP_FRAME_CLASS =
  'grid gap-5 xl:h-[max(480px,calc(100dvh-14rem))] xl:grid-cols-[minmax(0,1fr)_340px]'

/** The class of the map's height where the list is below it. */
export const MAP_HEIGHT_CLASS = 'max-xl:h-[max(420px,calc(100dvh-18rem))]'
