import type { Photo } from '#domain/photo.ts'
import { type Panorama, TILE_SIZE, tileLevels, tileUrl } from '#domain/pictures/panorama.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { detectSphere } from './detect-sphere.ts'
import { findGpano } from './metadata-queries.ts'

/**
 * The 360° projection of a photo. Until `readMetadataJob` has read an older photo's sphere data, its shape decides.
 *
 * @throws ApiError `unsupported_file` for a point cloud, which has no pixels
 */
export async function readPanorama(db: Reader, photo: Photo): Promise<Panorama> {
  const { id, width, height } = photo
  if (width === null || height === null) throw new ApiError('unsupported_file')
  const gpano = (await findGpano(db, id)) ?? null
  return {
    width,
    height,
    ...detectSphere({ width, height }, gpano),
    tile_size: TILE_SIZE,
    levels: tileLevels(width, height),
    tile_url: tileUrl(photo),
  }
}

/** True for a photo that is certainly flat, and for a point cloud. False also for an old photo with an unread header. */
export async function isKnownFlat(db: Reader, { id, width, height }: Photo): Promise<boolean> {
  if (width === null || height === null) return true
  const gpano = await findGpano(db, id)
  return gpano !== undefined && detectSphere({ width, height }, gpano).sphere === null
}
