import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'

/** A camera photo with a GPS position. EXIF rotates its 1800 × 2700 pixels, so it is shown with 2700 × 1800. */
async function cameraPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 1800, height: 2700, channels: 3, background: '#789' } })
    .withExif({
      IFD0: { Make: 'DJI', Model: 'FC6310' },
      IFD2: { DateTimeOriginal: '2026:09:12 14:03:05' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '38/1 30/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '26/1 15/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

const picture = (page: Page) => lightboxOf(page).getByRole('img', { name: /^Photo / })
const magnification = (page: Page) => lightboxOf(page).getByRole('button', { name: /Fit to screen$/ })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box
}

test('the wheel, the keys and dragging magnify a photo, and its original is loaded only then', async ({
  page,
  kanat,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await storeLanguage(page, 'en')
  const [large] = await uploadNamed(page.request, kanat.admin, {
    'large.jpg': await cameraPhoto(),
    'next.jpg': await jpeg(),
  })
  await signIn(page, kanat.admin, `${PAGE}?photo=${large?.id}`)
  const width = () => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(2560)
  const address = large?.url ?? ''
  expect(asked).toContain(`${address}?w=1280`)
  // The neighbour is fetched ahead.
  await expect.poll(() => asked.filter((url) => url.endsWith('next.jpg?w=1280')).length).toBeGreaterThan(0)

  await expect(lightboxOf(page)).toBeFocused()
  await page.keyboard.press('+')
  await expect(magnification(page)).toHaveText('1.5×, Fit to screen')
  await page.keyboard.press('+')
  await expect(magnification(page)).toHaveText('2.25×, Fit to screen')
  expect(asked).not.toContain(address)
  await page.keyboard.press('+')
  await expect.poll(width).toBe(2700)
  expect(asked).toContain(address)

  // The arrow keys and dragging move the magnified photo and do not open another one.
  const { x } = await settled(() => boxOf(picture(page)))
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(picture(page))).x).toBeCloseTo(x - 60, 0)
  await page.mouse.move(700, 450)
  await page.mouse.down()
  await page.mouse.move(760, 450, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(picture(page))).x).toBeCloseTo(x, 0)
  await expect(page).toHaveURL(`${PAGE}?photo=${large?.id}`)

  // Escape fits the photo; the wheel magnifies it at the pointer.
  await page.keyboard.press('Escape')
  await expect(magnification(page)).toHaveText('1×, Fit to screen')
  const fitted = await settled(() => boxOf(picture(page)))
  const pointer = { x: fitted.x + fitted.width * 0.4, y: fitted.y + fitted.height * 0.5 }
  await page.mouse.move(pointer.x, pointer.y)
  await page.mouse.wheel(0, -120)
  await expect(magnification(page)).toHaveText('1.5×, Fit to screen')
  const zoomed = await settled(() => boxOf(picture(page)))
  expect((pointer.x - zoomed.x) / zoomed.width).toBeCloseTo(0.4, 2)
  await page.mouse.wheel(0, 120)
  await page.mouse.wheel(0, 120)
  await expect(magnification(page)).toHaveText('0.67×, Fit to screen')
  await page.keyboard.press('0')
  await expect(magnification(page)).toHaveText('1×, Fit to screen')
})

test('the lightbox has a loupe, brightness, and the facts of the camera', async ({
  page,
  kanat,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await storeLanguage(page, 'en')
  const [large] = await uploadNamed(page.request, kanat.admin, {
    'large.jpg': await cameraPhoto(),
    'next.jpg': await jpeg(),
  })
  await signIn(page, kanat.admin, `${PAGE}?photo=${large?.id}`)
  const lightbox = lightboxOf(page)
  await expect(picture(page)).toBeVisible()

  await expect(lightbox).toBeFocused()
  await page.keyboard.press('l')
  const loupe = page.getByTestId('loupe')
  await expect(loupe).toBeVisible()
  const before = await settled(() => boxOf(loupe))
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(loupe)).x).toBe(before.x + 16)
  await page.mouse.move(600, 400)
  await expect.poll(async () => (await boxOf(loupe)).x).toBeCloseTo(600 - before.width / 2, 0)
  await page.keyboard.press('Escape')
  await expect(loupe).toBeHidden()
  await expect(lightbox).toBeVisible()

  const filter = () =>
    picture(page).evaluate((image) => image.parentElement && getComputedStyle(image.parentElement).filter)
  await page.keyboard.press('b')
  await expect(lightbox.getByRole('slider', { name: 'Brightness' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(filter).toBe('brightness(1.2) contrast(1)')
  await page.keyboard.press('Escape')
  await expect(lightbox.getByRole('slider', { name: 'Brightness' })).toBeHidden()
  await page.keyboard.press('PageDown')
  await expect(lightbox.getByRole('heading', { level: 2 })).toHaveText('next.jpg')
  await expect.poll(filter).toBe('brightness(1.2) contrast(1)')
  await expect(lightbox.getByRole('img', { name: 'Brightness or contrast is changed' })).toBeVisible()
  await page.keyboard.press('b')
  await lightbox.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(filter).toBe('none')
  await lightbox.getByRole('button', { name: 'Previous photo' }).click()

  await lightbox.getByRole('button', { name: 'Details' }).click()
  const camera = lightbox.getByRole('region', { name: 'Camera data' })
  await expect(camera).toContainText('12 September 2026 at 14:03:05')
  await expect(camera).toContainText('DJI FC6310')
  await expect(camera).toContainText('38.500000° N, 26.250000° E')
  await camera.getByRole('button', { name: 'Copy location' }).click()
  await expect(page.getByText('Location copied')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('38.500000, 26.250000')
})
