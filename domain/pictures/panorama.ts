import * as z from 'zod'
import { queryOfFile } from './file-query.ts'
import { SpherePose } from './sphere-pose.ts'

/** The side of a square tile, in pixels. Tiles at the right and bottom borders are smaller. */
export const TILE_SIZE = 512

/** One size of the picture, cut into tiles. All sizes are in pixels. */
export const TileLevel = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  columns: z.int().positive(),
  rows: z.int().positive(),
})
export type TileLevel = z.infer<typeof TileLevel>

/**
 * Where the pixels of a photo lie on the whole sphere: the whole sphere would have `full_width` × `full_height` pixels, and the
 * photo begins `left` pixels from its left border and `top` pixels below its top.
 * @see https://developers.google.com/streetview/spherical-metadata (GPano)
 */
export const SphereArea = z.object({
  full_width: z.int().positive(),
  full_height: z.int().positive(),
  left: z.int().min(0),
  top: z.int().min(0),
})
export type SphereArea = z.infer<typeof SphereArea>

/** How the 360° viewer shows a photo. */
export const Panorama = z.object({
  /** The pixels of the photo after the EXIF turn. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Null for an ordinary photo, which is shown flat on a plane. */
  sphere: SphereArea.nullable(),
  /** The compass direction of the centre of the sphere, in degrees clockwise from north. Null if unknown, and for a flat photo. */
  heading: z.number().min(0).max(360).nullable(),
  /** How the camera was held; the viewer levels the sphere by it. Null if it was level or nobody knows, and for a flat photo. */
  pose: SpherePose.nullable(),
  tile_size: z.int().positive(),
  /** The smallest first; each is half as large as the next, rounded up; the last is the photo itself. */
  levels: z.array(TileLevel).min(1),
  /** The address of a tile, in which `{level}` (index in `levels`), `{column}` and `{row}` are to be replaced. Rows begin at the top. */
  tile_url: z.string(),
})
export type Panorama = z.infer<typeof Panorama>

/** The address of a tile of a photo, in which `{level}`, `{column}` and `{row}` are to be replaced. */
export function tileUrl({ id, sha256 }: { id: number; sha256: string }): string {
  return `/media/panoramas/${id}/{level}/{column}-{row}${queryOfFile(sha256)}`
}

/** The levels of a picture: halved, rounded up, until it fits into one tile. The smallest first. */
export function tileLevels(width: number, height: number): TileLevel[] {
  const levels: TileLevel[] = []
  let size = { width, height }
  for (;;) {
    levels.unshift({
      ...size,
      columns: Math.ceil(size.width / TILE_SIZE),
      rows: Math.ceil(size.height / TILE_SIZE),
    })
    if (Math.max(size.width, size.height) <= TILE_SIZE) return levels
    size = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) }
  }
}
