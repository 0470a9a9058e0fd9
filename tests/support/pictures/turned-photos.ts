import sharp, { type Sharp } from 'sharp'

/** The size of the photo after it is turned upright. It is wider than its largest derivative. */
export const UPRIGHT = { width: 2700, height: 1800 }

export type Colour = readonly [red: number, green: number, blue: number]
export type Place = readonly [x: number, y: number]

/** The middle of a square in each corner of the part that is seen at actual size, in pixels of the upright photo, with its colour. */
export const SQUARES: readonly { at: Place; colour: Colour }[] = [
  { at: [900, 650], colour: [255, 0, 0] },
  { at: [1750, 650], colour: [0, 200, 0] },
  { at: [900, 1150], colour: [0, 0, 255] },
  { at: [1750, 1150], colour: [255, 255, 0] },
]

/** A white area, in pixels of the upright photo. Nothing else is white. */
export const WHITE = { left: 1250, top: 800, right: 1430, bottom: 940 }

const GROUND = '#456'
const SQUARE = 80

/** The pixels as a camera stores them, so that the orientation turns them upright. @see EXIF 2.32, tag 0x0112 Orientation */
const STORED: Record<number, (upright: Sharp) => Sharp> = {
  1: (upright) => upright,
  2: (upright) => upright.flop(),
  3: (upright) => upright.rotate(180),
  4: (upright) => upright.flip(),
  5: (upright) => upright.flop().rotate(270),
  6: (upright) => upright.rotate(270),
  7: (upright) => upright.flop().rotate(90),
  8: (upright) => upright.rotate(90),
}

/** A photo with coloured squares and a white area that EXIF turns by this orientation. */
export async function turnedPhoto(
  orientation: number,
  type: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif' | 'gif',
): Promise<Buffer> {
  const { left, top, right, bottom } = WHITE
  const pixels = await sharp({ create: { ...UPRIGHT, channels: 3, background: GROUND } })
    .composite([
      ...SQUARES.map(({ at: [x, y], colour }) => ({
        input: area(SQUARE, SQUARE, `rgb(${colour})`),
        left: x - SQUARE / 2,
        top: y - SQUARE / 2,
      })),
      { input: area(right - left, bottom - top, '#fff'), left, top },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  const upright = sharp(pixels, { raw: { ...UPRIGHT, channels: 3 } })
  const stored = STORED[orientation]?.(upright)
  if (!stored) throw new Error(`There is no orientation ${orientation}`)
  return stored
    .withMetadata({ orientation })
    .toFormat(type, type === 'avif' ? { effort: 0 } : type === 'png' ? { compressionLevel: 1 } : {})
    .toBuffer()
}

function area(width: number, height: number, background: string) {
  return { create: { width, height, channels: 3 as const, background } }
}
