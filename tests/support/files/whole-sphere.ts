import type { Panorama } from '#domain/pictures/panorama.ts'

/** What the server says of a whole sphere of 4096 × 2048 pixels, without tiles. */
export const WHOLE_SPHERE: Panorama = {
  width: 4096,
  height: 2048,
  sphere: { full_width: 4096, full_height: 2048, left: 0, top: 0 },
  heading: null,
  pose: null,
  tile_size: 512,
  levels: [],
  tile_url: '',
}
