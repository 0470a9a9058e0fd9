import sharp from 'sharp'
import { hasHostileExif } from '#server/infrastructure/exif/hostile-exif.ts'
import type { Crop, Region } from './report-document.ts'

/** The JPEGs of crops; a missing or damaged photo has none. */
export type Crops = ReadonlyMap<Crop, Buffer>

/** The quality of crops in JPEG, from 1 to 100. */
const QUALITY = 82

/**
 * Cuts a region out of a photo, upright, as JPEG without metadata.
 *
 * @param width the greatest width of the result, in pixels
 * @throws an error of the decoder for a damaged file; Error for one with hostile EXIF data
 */
export async function cropPicture(path: string, region: Region, width: number): Promise<Buffer> {
  // Former versions stored such photos, too.
  if (await hasHostileExif(path)) throw new Error('The EXIF data of the photo are hostile.')
  const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
  const size = { width: autoOrient.width, height: autoOrient.height }
  const parts = partsOf(region, size)
  const [first] = parts
  if (parts.length === 1 && first) {
    const cut = extract(path, first).resize({ width, withoutEnlargement: true })
    return cut.flatten({ background: '#fff' }).toColourspace('srgb').jpeg({ quality: QUALITY }).toBuffer()
  }
  const joined = await join(path, parts)
  return joined.resize({ width, withoutEnlargement: true }).jpeg({ quality: QUALITY }).toBuffer()
}

interface Part {
  left: number
  top: number
  width: number
  height: number
}

function extract(path: string, part: Part) {
  return sharp(path, { limitInputPixels: false, sequentialRead: true }).autoOrient().extract(part)
}

/** The region in pixels; in two parts if it continues at the other border. */
function partsOf({ left, top, width, height }: Region, size: { width: number; height: number }): Part[] {
  const rows = {
    top: Math.min(Math.round(top * size.height), size.height - 1),
    height: Math.max(1, Math.round(height * size.height)),
  }
  rows.height = Math.min(rows.height, size.height - rows.top)
  const begin = (left - Math.floor(left)) * size.width
  const columns = Math.max(1, Math.min(Math.round(width * size.width), size.width))
  const start = Math.min(Math.round(begin), size.width - 1)
  const before = Math.min(columns, size.width - start)
  const parts = [{ ...rows, left: start, width: before }]
  if (columns > before) parts.push({ ...rows, left: 0, width: columns - before })
  return parts
}

async function join(path: string, parts: Part[]) {
  const pieces = await Promise.all(
    parts.map((part) =>
      extract(path, part).flatten({ background: '#fff' }).toColourspace('srgb').png().toBuffer(),
    ),
  )
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  const height = parts[0]?.height ?? 1
  const offsets = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.width, 0))
  const ground = sharp({ create: { width, height, channels: 3, background: '#fff' } })
  const composed = ground.composite(
    pieces.map((input, index) => ({ input, left: offsets[index] ?? 0, top: 0 })),
  )
  // The picture is made smaller after it is composed, not before. Composing adds an alpha channel.
  const { data, info } = await composed.raw().toBuffer({ resolveWithObject: true })
  const { channels } = info
  return sharp(data, { raw: { width, height, channels } }).removeAlpha()
}
