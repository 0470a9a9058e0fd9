/** Everything that is made of a picture is turned as its EXIF data say. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { picturesOf } from '../../support/pictures/pictures-of.ts'

setUpFolder('file')

const [WIDTH, HEIGHT] = [96, 64]
const COLOURS = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] }

/** Stored as red, green, blue and white squares, row by row. */
function stored() {
  const [red, green, blue, white] = Object.values(COLOURS)
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Array.from({ length: WIDTH }, (_column, x) => {
      const isLeft = x < WIDTH / 2
      if (y < HEIGHT / 2) return isLeft ? red : green
      return isLeft ? blue : white
    }),
  )
  return sharp(Buffer.from(rows.flat(2) as number[]), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
}

async function cornersOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const place = (y * info.width + x) * info.channels
    const seen = [...data.subarray(place, place + 3)].map((sample) => sample > 127)
    return Object.entries(COLOURS).find(([, colour]) =>
      colour.every((sample, i) => sample > 127 === seen[i]),
    )?.[0]
  }
  const [right, bottom] = [info.width - 8, info.height - 8]
  return [at(8, 8), at(right, 8), at(8, bottom), at(right, bottom)].join(' ')
}

// As `convert -auto-orient` of ImageMagick 6.9.11 shows these files.
const TURNED = [
  [1, 'red green blue white'],
  [2, 'green red white blue'],
  [3, 'white blue green red'],
  [4, 'blue white red green'],
  [5, 'red blue green white'],
  [6, 'blue red white green'],
  [7, 'white green blue red'],
  [8, 'green white red blue'],
] as const

it.each(TURNED)('by orientation %i', async (orientation, corners) => {
  for (const format of ['jpeg', 'png', 'webp', 'tiff'] as const) {
    const path = join(folder, crypto.randomUUID())
    await writeFile(
      path,
      await stored().withMetadata({ orientation }).toFormat(format, { quality: 100 }).toBuffer(),
    )
    const [width, height] = orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]
    const pictures = Object.entries(await picturesOf(path, folder))
    const whole = []
    for (const [name, picture] of pictures) {
      const size = await sharp(picture).metadata()
      // The smaller levels of tiles, and the crop of two parts, show something else.
      if (size.width !== width || size.height !== height || name === 'crop of two parts') continue
      expect([format, name, await cornersOf(picture)]).toEqual([format, name, corners])
      whole.push(name.split(' ')[0])
    }
    expect([...new Set(whole)]).toEqual(['derivative', 'tile', 'crop'])
  }
})
