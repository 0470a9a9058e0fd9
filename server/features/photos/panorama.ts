import { type Panorama, TILE_SIZE, tileLevels } from '#domain/panorama.ts'
import type { Photo } from '#domain/photo.ts'
import type { Services } from '#server/core/env.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { Gpano } from '#server/infrastructure/images/decode-request.ts'
import type { Asker } from '#server/infrastructure/images/fair-queue.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { detectSphere } from './detect-sphere.ts'
import { findGpano } from './photo-queries.ts'

/**
 * How the 360° viewer shows a photo.
 *
 * @throws ApiError `unsupported_file` for a point cloud, which has no pixels; `photo_not_found` if the file has just been deleted
 */
export async function readPanorama(services: Services, asker: Asker, photo: Photo): Promise<Panorama> {
  const { id, width, height } = photo
  if (width === null || height === null) throw new ApiError('unsupported_file')
  const known = await findGpano(services.db.read, id)
  const gpano = known === undefined ? await readGpano(services, asker, photo) : known
  return {
    width,
    height,
    ...detectSphere({ width, height }, gpano),
    tile_size: TILE_SIZE,
    levels: tileLevels(width, height),
    tile_url: `/media/panoramas/${id}/{level}/{column}-{row}`,
  }
}

/**
 * True for a photo that certainly shows no sphere, and for a point cloud. False also if nobody has read the header of an old photo yet:
 * a transaction reads no files.
 */
export async function isKnownFlat(db: Reader, { id, width, height }: Photo): Promise<boolean> {
  if (width === null || height === null) return true
  const gpano = await findGpano(db, id)
  return gpano !== undefined && detectSphere({ width, height }, gpano).sphere === null
}

/** Reads the header of a photo that was uploaded before the database had this. @throws ApiError `photo_not_found` */
async function readGpano(
  { store, incoming, images }: Services,
  asker: Asker,
  { key }: Photo,
): Promise<Gpano | null> {
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  if (!(await store.copyTo(originalOf(key), path))) throw new ApiError('photo_not_found')
  return await images.readGpano(path, { asker, urgency: 'now' })
}
