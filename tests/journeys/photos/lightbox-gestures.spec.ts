import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const DATA = join(import.meta.dirname, '../../../../shared/data')
const ORIENTATIONS = [0, 1, 2, 3, 4, 5, 6, 7, 8]

const picture = (page: Page) => lightboxOf(page).getByRole('img', { name: /^Photo / })

test('two fingers magnify a photo, and a browser without full screen says so', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const [photo] = await uploadNamed(page.request, kanat.admin, {
    'large.jpg': await jpeg({ width: 2000, height: 1500 }),
  })
  await signIn(page, kanat.admin, `${PAGE}?photo=${photo?.id}`)
  const magnification = lightboxOf(page).getByRole('button', { name: /Fit to screen$/ })
  await expect(picture(page)).toBeVisible()

  const touch = await page.context().newCDPSession(page)
  const fingers = (type: 'touchStart' | 'touchMove', apart: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [720 - apart / 2, 720 + apart / 2].map((x, id) => ({ x, y: 450, id })),
    })
  await fingers('touchStart', 100)
  for (const apart of [120, 150, 200]) await fingers('touchMove', apart)
  await expect(magnification).toHaveText('2×, Fit to screen')
  for (const apart of [150, 100]) await fingers('touchMove', apart)
  await expect(magnification).toHaveText('1×, Fit to screen')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await expect(lightboxOf(page)).toBeVisible()
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)
  await page.evaluate(() => {
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not granted'))
  })
  await page.keyboard.press('f')
  // Screen readers hear the message, but the open lightbox hides its heading from them.
  await expect(
    page.getByRole('heading', { name: 'Full screen is not available', includeHidden: true }),
  ).toBeVisible()
})

test('a photo and its original are upright with every orientation', async ({ page, kanat }) => {
  test.skip(!existsSync(DATA), 'The folder with real files is missing.')
  await storeLanguage(page, 'en')
  const files = await Promise.all(
    ORIENTATIONS.map(async (n) => [
      `landscape-${n}.jpg`,
      await enlarged(join(DATA, `exif/landscape_${n}.jpg`)),
    ]),
  )
  const photos = await uploadNamed(page.request, kanat.admin, Object.fromEntries(files))
  const upright = await smallGrey(join(DATA, 'exif/landscape_1.jpg'))
  await signIn(page, kanat.admin, `${PAGE}?photo=${photos[0]?.id}`)
  for (const photo of photos) {
    await expect(lightboxOf(page).getByRole('heading', { name: photo.originalName })).toBeVisible()
    await expect(picture(page)).toHaveAttribute('src', /\?w=/)
    await expect.poll(() => distanceFrom(upright, page)).toBeLessThan(8)
    // The derivatives are too small for this magnification.
    for (let step = 0; step < 3; step++) await page.keyboard.press('+')
    await expect(picture(page)).toHaveAttribute('src', photo.url)
    await expect.poll(() => distanceFrom(upright, page)).toBeLessThan(8)
    await page.keyboard.press('0')
    await page.keyboard.press('PageDown')
  }
})

/**
 * Enlarges the photo, so that it has more pixels than the largest derivative. The lightbox shows the original only then. The order of the
 * pixels and the EXIF orientation do not change.
 */
async function enlarged(path: string): Promise<Buffer> {
  const file = sharp(path)
  const { width } = await file.metadata()
  return file
    .resize({ width: Math.round(width * 1.5) })
    .keepExif()
    .jpeg()
    .toBuffer()
}

/** The shown picture, as the browser rotates it by EXIF, reduced to 48 × 32 pixels. */
async function seen(page: Page): Promise<Buffer> {
  const data = await picture(page).evaluate((image: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 320 })
    canvas.getContext('2d')?.drawImage(image, 0, 0, 480, 320)
    return canvas.toDataURL('image/png')
  })
  return smallGrey(Buffer.from(data.split(',')[1] ?? '', 'base64'))
}

function smallGrey(picture: Buffer | string): Promise<Buffer> {
  return sharp(picture).resize(48, 32, { fit: 'fill' }).greyscale().raw().toBuffer()
}

/** The mean difference of the shown picture from `upright`, from 0 to 255. */
async function distanceFrom(upright: Buffer, page: Page): Promise<number> {
  const shown = await seen(page)
  return (
    upright.reduce((sum, value, index) => sum + Math.abs(value - (shown[index] ?? 0)), 0) / upright.length
  )
}
