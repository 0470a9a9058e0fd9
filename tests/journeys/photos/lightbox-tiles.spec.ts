import type { Page } from '@playwright/test'
import type { FindingDraft } from '#domain/findings/finding.ts'
import { turnedHeic } from '../../support/pictures/turned-heic.ts'
import { SQUARES, turnedPhoto, UPRIGHT, WHITE } from '../../support/pictures/turned-photos.ts'
import { addFinding, uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { readScreen } from '../support/read-screen.ts'

const PAGE = '/dashboard/turbine/1'
const SIDES = ['left', 'top', 'right', 'bottom'] as const
/** The width of the line of a mark, in pixels. */
const LINE_PX = 5
const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

/** A mark exactly around the white area. */
const MARK = {
  side: 'LE',
  blade: 'A',
  type: 'le-erosion',
  severity: 3,
  shape: {
    on: 'image',
    kind: 'box',
    points: [
      [WHITE.left / UPRIGHT.width, WHITE.top / UPRIGHT.height],
      [WHITE.right / UPRIGHT.width, WHITE.bottom / UPRIGHT.height],
    ],
  },
} as const

const picture = (page: Page) => lightboxOf(page).getByRole('img', { name: /^Photo / })
/** The tiles in view, as soon as all of them are drawn. */
const tiles = (page: Page) => lightboxOf(page).locator('canvas[data-sharp=true]:visible')
const widthOf = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)

/** Expects each colour at its place, and the borders of the white area where the mark is. */
async function expectUpright(page: Page, what: string): Promise<void> {
  const read = await settled(() => readScreen(page, picture(page)))
  for (const [index, { colour }] of SQUARES.entries()) {
    const difference = (read.squares[index] ?? []).map((value, at) => Math.abs(value - (colour[at] ?? 0)))
    expect(Math.max(...difference), `${what}: ${read.squares[index]} for ${colour}`).toBeLessThan(16)
  }
  const mark = await page.locator('[data-mark] path').first().boundingBox()
  if (!mark) throw new Error('There is no mark.')
  const half = LINE_PX / 2
  const marked = {
    left: mark.x + half,
    top: mark.y + half,
    right: mark.x + mark.width - half,
    bottom: mark.y + mark.height - half,
  }
  for (const side of SIDES) {
    expect(Math.abs(read.expected[side] - marked[side]), `${what}, ${side} of the mark`).toBeLessThan(1)
    // Half of the line covers the border of the white area.
    const away = Math.abs(read.white[side] - marked[side])
    expect(away, `${what}, ${side} of the white area`).toBeLessThan(half + 1.5)
  }
}

for (const [type, orientations] of [
  ['jpeg', ALL],
  ['png', [1, 6, 7]],
  ['webp', ALL],
  ['tiff', [6]],
  ['avif', [1]],
  ['gif', [1]],
  ['heic', [6]],
] as const) {
  test(`a turned ${type} is upright when magnified, and its mark stays on it`, async ({ page, kanat }) => {
    await storeLanguage(page, 'en')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const files = Object.fromEntries(
      await Promise.all(
        orientations.map(
          async (each) =>
            [
              `turned-${each}.${type}`,
              type === 'heic' ? turnedHeic() : await turnedPhoto(each, type),
            ] as const,
        ),
      ),
    )
    const photos = await uploadNamed(page.request, kanat.admin, files)
    for (const { id } of photos)
      await addFinding(page.request, kanat.admin, { ...MARK, photo_id: id } as unknown as FindingDraft)
    await signIn(page, kanat.admin, `${PAGE}?photo=${photos[0]?.id}`)
    for (const [index, { originalName, original_shown }] of photos.entries()) {
      if (index > 0) await page.keyboard.press('PageDown')
      await expect(lightboxOf(page).getByRole('heading', { level: 2 })).toHaveText(originalName)
      await expect.poll(() => widthOf(page)).toBe(2560)
      await expectUpright(page, `${originalName}, fitted`)

      await page.keyboard.press('1')
      if (original_shown) await expect.poll(() => widthOf(page)).toBe(UPRIGHT.width)
      else await expect(tiles(page)).toHaveCount(1)
      await expectUpright(page, `${originalName} at actual size`)
    }
  })
}

test('tiles come in loupe and comparison, too, and go when the photo fits', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const file = await turnedPhoto(6, 'webp')
  const photos = [
    ...(await uploadNamed(page.request, kanat.admin, { 'old.webp': file }, { year: '2024' })),
    ...(await uploadNamed(page.request, kanat.admin, { 'now.webp': file }, { year: '2026' })),
  ]
  await signIn(page, kanat.admin, `${PAGE}?compare=${photos[0]?.id},${photos[1]?.id}`)
  const comparison = page.getByRole('dialog', { name: 'Photo comparison' })
  const compared = comparison.locator('canvas[data-sharp=true]:visible')
  await expect(comparison.getByRole('img', { name: /\.webp/ })).toHaveCount(2)
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('+')
  await expect(compared).toHaveCount(2)
  for (const mode of ['2', '4']) {
    await page.keyboard.press(mode)
    await expect(compared).toHaveCount(2)
  }

  await page.goto(`${PAGE}?photo=${photos[1]?.id}`)
  await expect.poll(() => widthOf(page)).toBe(2560)
  await page.keyboard.press('l')
  const loupe = page.getByTestId('loupe')
  await expect(loupe.locator('canvas[data-sharp=true]:visible')).toHaveCount(1)
  await page.keyboard.press('l')
  await page.keyboard.press('1')
  await expect(tiles(page)).toHaveCount(1)
  await page.keyboard.press('0')
  await expect(lightboxOf(page).locator('canvas:visible')).toHaveCount(0)
  await page.keyboard.press('1')
  await expect(tiles(page)).toHaveCount(1)
})
