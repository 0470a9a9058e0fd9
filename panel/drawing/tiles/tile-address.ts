/** The place of a tile: its level (index in the levels of the picture), its column and its row. */
export interface TilePlace {
  level: number
  column: number
  row: number
}

/** The address of a tile. @param template such as `tile_url` of a panorama, in which the place is to be replaced */
export function tileAddress(template: string, { level, column, row }: TilePlace): string {
  return template
    .replace('{level}', String(level))
    .replace('{column}', String(column))
    .replace('{row}', String(row))
}
