import * as z from 'zod'
import { queryOfFile } from './file-query.ts'
import { SpherePose } from './sphere-pose.ts'

/** The side of a square tile, in pixels. Tiles at the right and bottom edges are smaller. */
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
 * The position of a photo on the whole sphere, which has `full_width` × `full_height` pixels; the photo begins `left` pixels from its left
 * edge and `top` pixels below its top.
 * @see https://developers.google.com/streetview/spherical-metadata (GPano)
 */
export const SphereArea = z.object({
  full_width: z.int().positive(),
  full_height: z.int().positive(),
  left: z.int().min(0),
  top: z.int().min(0),
})
export type SphereArea = z.infer<typeof SphereArea>

/** The 360° projection of a photo. */
export const Panorama = z.object({
  /** The pixels of the photo after the EXIF turn. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Null for an ordinary photo, shown flat on a plane. */
  sphere: SphereArea.nullable(),
  /** The compass heading of the sphere's centre, in degrees clockwise from north. Null if unknown, and for a flat photo. */
  heading: z.number().min(0).max(360).nullable(),
  /** The camera pose, by which the viewer levels the sphere. Null if level or unknown, and for a flat photo. */
  pose: SpherePose.nullable(),
  tile_size: z.int().positive(),
  /** Smallest first; each is half as large as the next, rounded up; the last is the photo itself. */
  levels: z.array(TileLevel).min(1),
  /** The address template of a tile, with `{level}` (index in `levels`), `{column}` and `{row}`. Rows begin at the top. */
  tile_url: z.string(),
})
export type Panorama = z.infer<typeof Panorama>

/** The address template of a photo's tiles, with `{level}`, `{column}` and `{row}`. */
export function tileUrl({ id, sha256 }: { id: number; sha256: string }): string {
  return `/media/panoramas/${id}/{level}/{column}-{row}${queryOfFile(sha256)}`
}

/** The levels of a picture: halved, rounded up, until it fits into one tile. Smallest first. */
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
