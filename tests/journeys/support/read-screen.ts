import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { type Colour, type Place, SQUARES, UPRIGHT, WHITE } from '../../support/pictures/turned-photos.ts'

/** What the window shows of a photo of `turnedPhoto`, read from its pixels. @param photo the picture, whose place in the window is taken */
export async function readScreen(page: Page, photo: Locator) {
  const box = await photo.boundingBox()
  if (!box) throw new Error('The photo is not shown.')
  const scale = box.width / UPRIGHT.width
  const image = sharp(await page.screenshot()).removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number): Colour => {
    const at = (Math.round(y) * info.width + Math.round(x)) * 3
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  }
  const toWindow = ([x, y]: Place) => [box.x + x * scale, box.y + y * scale] as const
  const isWhite = (x: number, y: number) => Math.min(...colourAt(x, y)) > 225

  /** The borders of the white area, from its middle to each side. */
  const [x, y] = toWindow([(WHITE.left + WHITE.right) / 2, (WHITE.top + WHITE.bottom) / 2]).map(Math.round)
  const middle = { x: x ?? 0, y: y ?? 0 }
  const reach = (across: number, down: number) => {
    let length = 0
    while (length < 2000 && isWhite(middle.x + across * length, middle.y + down * length)) length += 1
    return length
  }
  return {
    width: box.width,
    squares: SQUARES.map(({ at }) => colourAt(...toWindow(at))),
    /** In CSS pixels of the window. */
    white: {
      left: middle.x - reach(-1, 0) + 1,
      top: middle.y - reach(0, -1) + 1,
      right: middle.x + reach(1, 0),
      bottom: middle.y + reach(0, 1),
    },
    /** The same borders, computed from the place of the picture. */
    expected: Object.fromEntries(
      (['left', 'top', 'right', 'bottom'] as const).map((side) => {
        const isAcross = side === 'left' || side === 'right'
        return [side, isAcross ? box.x + WHITE[side] * scale : box.y + WHITE[side] * scale]
      }),
    ) as typeof WHITE,
  }
}
