import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Account } from '../../support/accounts.ts'
import { jpeg } from '../../support/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1/360-view'
const [WIDTH, HEIGHT] = [2048, 1024]
/** How far the camera of the other year was turned, in degrees. */
const TURNED = 20
/** In the middle of a view of 900 pixels that shows 75°. */
const DEGREES_PER_PIXEL = ((2 * Math.tan((37.5 * Math.PI) / 180)) / 900) * (180 / Math.PI)
const RED = '#e00000'

/** A sphere with this background and a mark on the horizon at this yaw. */
async function sphere(yaw: number, background: string): Promise<Buffer> {
  const mark = await sharp({ create: { width: 40, height: 40, channels: 3, background: RED } })
    .png()
    .toBuffer()
  const left = Math.round((yaw / 360 + 0.5) * WIDTH) - 20
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .composite([{ input: mark, left, top: HEIGHT / 2 - 20 }])
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const stage = (page: Page, year: number) =>
  page.getByRole('img', { name: new RegExp(`^360° view.* ${year}$`) })
const isSharp = (page: Page, year: number) => expect(stage(page, year)).toHaveAttribute('aria-busy', 'false')

/** The pixels of a part of the middle row of the screen, each with red, green and blue. */
async function pixelsOf(page: Page, [from, to]: [number, number], y = 450): Promise<number[][]> {
  const shot = await page.screenshot({ clip: { x: from, y, width: to - from, height: 1 } })
  const data = [...(await sharp(shot).removeAlpha().raw().toBuffer())]
  return Array.from({ length: to - from }, (_, x) => data.slice(x * 3, x * 3 + 3))
}

/** The middle of the red pixels, in pixels from the first one; NaN without any. */
function middleOfRed(pixels: number[][]): number {
  const red = pixels.flatMap(([r = 0, g = 0, b = 0], x) => (r > 150 && g < 60 && b < 60 ? [x] : []))
  return red.reduce((sum, x) => sum + x, 0) / red.length
}

/** Where the mark is in the first photo, in pixels from the left. */
const markInFirst = async (page: Page) => middleOfRed(await pixelsOf(page, [0, 719]))

/** How far the mark of the second photo is from where it is in the first one, in pixels; side by side. */
async function distanceOfMarks(page: Page): Promise<number> {
  const row = await pixelsOf(page, [0, 1440])
  return Math.abs(middleOfRed(row.slice(721)) - middleOfRed(row.slice(0, 719)))
}

/** Which photo is at this point of the screen, by the colour of its background. */
async function groundAt(page: Page, x: number): Promise<'old' | 'now'> {
  const [[, green = 0, blue = 0] = []] = await pixelsOf(page, [x, x + 1], 600)
  return green > blue ? 'old' : 'now'
}

async function dragBy(page: Page, [x, y]: [number, number], by: number) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 8 })
  await page.mouse.up()
}

/** Uploads the photos of two years; the mark is at 0° in the new one. */
async function uploadYears(page: Page, admin: Account) {
  const old = { 'old.jpg': await sphere(TURNED, '#206020') }
  const now = { 'now.jpg': await sphere(0, '#203080') }
  const [before] = await uploadNamed(page.request, admin, old, { year: '2024' })
  const [after] = await uploadNamed(page.request, admin, now, { year: '2026' })
  return [before?.id, after?.id] as const
}

/** Waits until these photos are in the address. */
const expectShown = (page: Page, photo?: number, beside?: number) =>
  expect(page).toHaveURL(
    ({ searchParams: shown }) =>
      shown.get('photo') === String(photo) && shown.get('beside') === (beside ? String(beside) : null),
  )

test('a user aligns two years of a room, side by side and under a curtain', async ({ page, kanat }) => {
  // With reduced motion a picture stops when the pointer is released.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'en')
  const [old, now] = await uploadYears(page, kanat.admin)
  await signIn(page, kanat.customer, `${PAGE}?blade=A&room=1&photo=${now}&at=0,0,75`)
  await isSharp(page, 2026)
  await page.getByRole('button', { name: 'Compare years' }).click()
  await expect(page).toHaveURL(`${PAGE}?blade=A&room=1&photo=${now}&at=0,0,75&beside=${old}`)
  await isSharp(page, 2024)
  await expect.poll(() => distanceOfMarks(page)).toBeGreaterThan(100)

  const offset = (yaw: string) => page.getByText(`Offset: horizontal ${yaw}°, vertical 0.0°`)
  await expect(offset('0.0')).toBeVisible()
  await page.getByRole('button', { name: 'Line up' }).click()
  await dragBy(page, [1300, 300], -Math.round(TURNED / DEGREES_PER_PIXEL))
  await expect(offset('20.0')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(offset('20.5')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(offset('20.0')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Line up' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => distanceOfMarks(page)).toBeLessThan(3)

  await dragBy(page, [1300, 300], 100)
  await expect(page).toHaveURL(/at=-9\.\d+,0,75/)
  await expect.poll(() => markInFirst(page)).toBeGreaterThan(440)
  await expect.poll(() => distanceOfMarks(page)).toBeLessThan(3)
  await page.reload()
  await isSharp(page, 2026)
  await isSharp(page, 2024)
  await expect(offset('20.0')).toBeVisible()
  await expect.poll(() => distanceOfMarks(page)).toBeLessThan(3)

  await page.getByRole('button', { name: 'Curtain' }).click()
  await expect(page).toHaveURL(/as=curtain/)
  await expect.poll(() => groundAt(page, 360)).toBe('now')
  await expect.poll(() => groundAt(page, 1300)).toBe('old')
  await page.getByRole('slider', { name: 'Edge of the curtain' }).press('End')
  await expect.poll(() => groundAt(page, 1300)).toBe('now')
  await page.goBack()
  await expect(page).not.toHaveURL(/beside=/)
  await expect(stage(page, 2024)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`photo=${now}&at=-9`))

  // The same photos in the other order.
  await page.goto(`${PAGE}?photo=${old}&beside=${now}`)
  await isSharp(page, 2026)
  await expect(offset('-20.0')).toBeVisible()
  await page.getByRole('button', { name: 'Reset the offset' }).click()
  await expect(offset('0.0')).toBeVisible()
})

test('a flat photo is not shown beside a sphere, but beside another flat one', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'en')
  const flat = { 'z-flat.jpg': await jpeg({ width: 900, height: 600 }) }
  const [flatBefore] = await uploadNamed(page.request, kanat.admin, flat, { year: '2024' })
  const wider = { 'z-flat-now.jpg': await jpeg({ width: 960, height: 600 }) }
  const [flatNow] = await uploadNamed(page.request, kanat.admin, wider, { year: '2026' })
  const [old, now] = await uploadYears(page, kanat.admin)
  await signIn(page, kanat.customer, `${PAGE}?photo=${now}`)
  await isSharp(page, 2026)
  await page.keyboard.press('y')
  await expectShown(page, now, old)
  await isSharp(page, 2024)
  await page.getByRole('button', { name: 'Line up' }).click()
  await expect(page.getByText('Press H or Esc when you are done', { exact: false })).toBeVisible()
  await expectNoViolations(page)

  const choice = page.getByRole('combobox', { name: 'Other photo' })
  await choice.selectOption(String(flatBefore?.id))
  await expect(page.getByRole('alert')).toContainText('These two photos cannot be compared')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expectShown(page, flatNow?.id, flatBefore?.id)
  await isSharp(page, 2026)
  await isSharp(page, 2024)
  await page.getByRole('button', { name: 'Close the comparison' }).click()
  await expectShown(page, flatNow?.id, undefined)
  await expect(stage(page, 2024)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Compare years' })).toBeFocused()
})
