import { type Panorama, TILE_SIZE, tileLevels } from '#domain/panorama.ts'
import type { Photo } from '#domain/photo.ts'
import type { Services } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { originalOf } from '#server/store/file-store.ts'
import { judgeSphere } from './judge-sphere.ts'

/**
 * How the 360° viewer shows a photo. What is written about the sphere is read from the header of the original each time, so that
 * photos from before this call have it too.
 *
 * @throws ApiError `unsupported_file` for a point cloud, which has no pixels; `photo_not_found` if the file has just been deleted
 */
export async function readPanorama(services: Services, photo: Photo): Promise<Panorama> {
  const { store, incoming, images } = services
  const { id, key, width, height } = photo
  if (width === null || height === null) throw new ApiError('unsupported_file')
  await using intake = await incoming.openIntake()
  const path = intake.newPath()
  if (!(await store.copyTo(originalOf(key), path))) throw new ApiError('photo_not_found')
  return {
    width,
    height,
    ...judgeSphere({ width, height }, await images.readGpano(path)),
    tile_size: TILE_SIZE,
    levels: tileLevels(width, height),
    tile_url: `/media/panoramas/${id}/{level}/{column}-{row}`,
  }
}
