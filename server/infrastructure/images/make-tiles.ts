import { appendFile, chmod, open } from 'node:fs/promises'
import { TILE_SIZE } from '#domain/pictures/panorama.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import { findPicture, pixelsOf } from '#server/infrastructure/pictures/open-picture.ts'
import { refuseDamaged } from '#server/infrastructure/pictures/refuse-damaged.ts'
import { FILE_MODE, JPEG_QUALITY, type TilesRequest } from './decode-request.ts'

/** Larger than a file system block, so that it cannot fit into the free part of a file's last block. */
const PROBE = Buffer.alloc(64 * 1024)

/** Maximum pixels of a turned picture, because it must be in memory completely, three bytes per pixel. */
const TURNED_PIXELS_MAX = 200_000_000

/**
 * Cuts a picture, turned upright, into tiles of all levels (`tileLevels` of the domain) and writes them as JPEG into one uncompressed ZIP
 * archive. Only some rows of the picture are in memory at once.
 *
 * @throws ImageRefused if the picture is damaged or cannot be held in memory; the error of the file system if a file cannot be read or
 *   written
 */
export async function makeTiles({ path, archive }: TilesRequest): Promise<void> {
  const picture = await findPicture(path)
  if (!picture) throw new ImageRefused('unsupported_file')
  const { width, height, orientation = 1 } = picture.metadata
  if (orientation > 1 && width * height > TURNED_PIXELS_MAX) {
    throw new ImageRefused('too_large', { code: 'decoded_too_large', values: {} })
  }
  const opened = await pixelsOf(picture)
  const tiles = opened
    .open()
    .autoOrient()
    // Optimal Huffman tables make tiles 3 to 6 % smaller, but take half as long again.
    .jpeg({ quality: JPEG_QUALITY, optimiseCoding: false })
    .tile({ size: TILE_SIZE, overlap: 0, layout: 'dz', depth: 'onetile', container: 'zip' })
  try {
    await tiles.toFile(archive)
  } catch (error) {
    // The decoder does not report a full disk as such, so the file is rewritten to find out.
    await appendFile(archive, PROBE)
    await refuseDamaged(path, Promise.reject(error))
  }
  // Not by its handle: workers may not do that, see `permissionOptions`.
  await chmod(archive, FILE_MODE)
  await using file = await open(archive, 'r+')
  await file.sync()
}
