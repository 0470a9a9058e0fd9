import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { type Colour, coloursIn, PATCH_SIDE } from './colour-patches.ts'
import { picturesOf } from './pictures-of.ts'

/** How far a sample may be from that of lcms. JPEG with the quality of derivatives takes two of it. */
const TOLERANCE = 3

/** Writes the file into the folder, and expects the colours, in one row, in everything of full size that is made of it. */
export async function expectColours(folder: string, file: Buffer, colours: readonly Colour[]): Promise<void> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, file)
  const seen = new Set<string>()
  const half = colours.length / 2
  for (const [name, picture] of Object.entries(await picturesOf(path, folder))) {
    const isTurned = name === 'crop of two parts'
    const { width } = await sharp(picture).metadata()
    if (width < colours.length * PATCH_SIDE || (isTurned && !Number.isInteger(half))) continue
    const expected = isTurned ? [...colours.slice(half), ...colours.slice(0, half)] : colours
    const found = await coloursIn(picture, colours.length)
    const distances = found.flatMap((colour, index) =>
      colour.map((sample, channel) => Math.abs(sample - (expected[index]?.[channel] ?? Number.NaN))),
    )
    expect(distances.every((distance) => distance <= TOLERANCE) || { name, found, expected }).toBe(true)
    seen.add(name.split(' ')[0] ?? '')
  }
  expect([...seen]).toEqual(['derivative', 'tile', 'crop'])
}
