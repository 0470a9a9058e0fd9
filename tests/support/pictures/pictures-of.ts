import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPromise } from 'yauzl'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import { cropPicture } from '#server/features/reports/pdf/crop-picture.ts'
import { decodeImage } from '#server/infrastructure/images/decode-image.ts'
import { makeTiles } from '#server/infrastructure/images/make-tiles.ts'

/** Every picture that the product makes of an uploaded one, by its name. @param folder for the files */
export async function picturesOf(path: string, folder: string): Promise<Record<string, Buffer>> {
  const derivatives = Object.fromEntries(
    DERIVATIVE_WIDTHS.map((width) => [width, join(folder, `${crypto.randomUUID()}.${width}`)]),
  ) as Record<(typeof DERIVATIVE_WIDTHS)[number], string>
  const image = await decodeImage({ path, maxPixels: 1e8, derivatives })
  if (!image) throw new Error('It is no image.')
  const archive = join(folder, `${crypto.randomUUID()}.zip`)
  await makeTiles({ path, archive })
  const pictures: Record<string, Buffer> = {}
  for (const width of DERIVATIVE_WIDTHS) pictures[`derivative ${width}`] = await readFile(derivatives[width])
  for (const [name, tile] of await filesInZip(archive)) {
    if (/\.jpe?g$/.test(name)) pictures[`tile ${name}`] = tile
  }
  pictures.crop = await cropPicture(path, { left: 0, top: 0, width: 1, height: 1 }, 1000)
  // It continues at the other border, so it is composed of two parts.
  pictures['crop of two parts'] = await cropPicture(path, { left: 0.5, top: 0, width: 1, height: 1 }, 1000)
  return pictures
}

async function filesInZip(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    files.set(entry.fileName, Buffer.concat(pieces))
  }
  return files
}
