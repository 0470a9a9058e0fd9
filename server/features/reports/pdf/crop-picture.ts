import sharp, { type Sharp } from 'sharp'
import { findPicture, fromRaw, type Pixels, pixelsOf } from '#server/infrastructure/pictures/open-picture.ts'
import type { Crop, Region } from './report-document.ts'

/** The JPEGs of crops; a missing or damaged photo has none. */
export type Crops = ReadonlyMap<Crop, Buffer>

/** The quality of crops in JPEG, from 1 to 100. */
const QUALITY = 82

/**
 * Cuts a region out of a photo, upright, as JPEG without metadata.
 *
 * @param width the greatest width of the result, in pixels
 * @throws ImageRefused for a damaged file, and for hostile EXIF data, which former versions stored
 */
export async function cropPicture(path: string, region: Region, width: number): Promise<Buffer> {
  const picture = await findPicture(path)
  if (!picture) throw new Error('The photo is no picture.')
  const { autoOrient: size } = picture.metadata
  const opened = await pixelsOf(picture)
  const parts = partsOf(region, size)
  const [first] = parts
  const cut = parts.length === 1 && first ? extract(opened, first) : await join(opened, parts)
  return cut.resize({ width, withoutEnlargement: true }).jpeg({ quality: QUALITY }).toBuffer()
}

interface Part {
  left: number
  top: number
  width: number
  height: number
}

function extract(opened: Pixels, part: Part): Sharp {
  return opened.open().autoOrient().extract(part)
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

async function join(opened: Pixels, parts: Part[]): Promise<Sharp> {
  const pieces = await Promise.all(parts.map((part) => opened.raw(extract(opened, part))))
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  const height = parts[0]?.height ?? 1
  const offsets = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.width, 0))
  const ground = sharp({ create: { width, height, channels: 3, background: '#fff' } })
  const composed = ground.composite(
    pieces.map(({ data, info }, index) => ({
      input: data,
      raw: { width: info.width, height: info.height, channels: info.channels },
      left: offsets[index] ?? 0,
      top: 0,
    })),
  )
  // Composing adds an alpha channel, so the picture is downscaled afterwards.
  return fromRaw(await composed.removeAlpha().raw().toBuffer({ resolveWithObject: true }))
}
