/** The classes of the map and of the list beside it, which the skeletons share. `--map-room` is the height that the window has left for them. */
export const MAP_FRAME_CLASS =
  'grid gap-5 xl:h-[max(420px,var(--map-room,calc(100dvh-20rem)))] xl:grid-cols-[minmax(0,1fr)_340px]'

/** The class of the map's height where the list is below it. */
export const MAP_HEIGHT_CLASS = 'max-xl:h-[max(380px,var(--map-room,calc(100dvh-20rem)))]'
