import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Point, Position } from '#panel/drawing/geometry/point.ts'
import { readDirection } from '#panel/panorama/direction-address.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import { surfaceOf } from '#panel/panorama/view/surface.ts'
import { ViewCamera } from '#panel/panorama/view/view-camera.ts'
import { jpeg } from '../../support/builders.ts'
import { WHOLE_SPHERE } from '../../support/files/whole-sphere.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1/360-view'
const PANORAMA = join(import.meta.dirname, '../../../../shared/data/panorama/puydesancy_4096x2048.jpg')

const picture = async () => (existsSync(PANORAMA) ? readFile(PANORAMA) : jpeg({ width: 4096, height: 2048 }))
/** Waits until the photo is shown; its sharp tiles, which a busy server makes later, are not needed. */
const isShown = (page: Page) => expect(page.getByLabel(/^(Çizimler|Drawings)$/)).toBeAttached()
const drawing = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function drag(page: Page, from: Position, ...positions: Position[]) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const { x, y } of positions) await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

/** The camera of a view of 1440 × 900 pixels of a whole sphere. */
function cameraAt(direction: Direction): ViewCamera {
  const camera = new ViewCamera()
  camera.lookAt(surfaceOf(WHOLE_SPHERE), direction)
  camera.setSize(1440, 900)
  return camera
}

function directionIn(page: Page): Direction {
  const direction = readDirection(new URL(page.url()).searchParams.get('at') ?? undefined)
  if (!direction) throw new Error('The address has no direction')
  return direction
}

/** The position of the figure's first point on the screen. */
async function beginOf(figure: Locator): Promise<Position> {
  const path = await figure.locator('path').last().getAttribute('d')
  const [x = Number.NaN, y = Number.NaN] = path?.match(/-?[\d.]+/g)?.map(Number) ?? []
  return { x, y }
}

/** Waits until the figure begins less than one pixel from its point. The camera has the direction in the address. */
async function expectOnPoint(page: Page, figure: Locator, point: Point) {
  await expect
    .poll(async () => {
      const expected = cameraAt(directionIn(page)).project(point)
      const { x, y } = await beginOf(figure)
      return expected ? Math.hypot(x - expected.x, y - expected.y) : Number.NaN
    })
    .toBeLessThan(1)
}

test('annotations stay in place, can be undone, and are in the saved picture', async ({ page, kanat }) => {
  // It uploads a photo of 8 megapixels, and the browser renders it without a graphics card.
  // With reduced motion the controls do not fade out.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const [photo] = await uploadNamed(page.request, kanat.admin, { 'a.jpg': await picture() })
  const start: Direction = { yaw: 175, pitch: 5, fov: 60 }
  await signIn(page, kanat.customer, `${PAGE}?photo=${photo?.id}&at=175,5,60`)
  await isShown(page)

  await page.getByRole('button', { name: 'Çizim araçları' }).click()
  await expect(page.getByText('Çizimler yalnızca bu sekmede kalır; gönderilmez.')).toBeVisible()
  await page.getByRole('button', { name: 'Dikdörtgen (R)' }).click()
  await drag(page, { x: 500, y: 300 }, { x: 640, y: 420 }, { x: 700, y: 450 })
  const rectangle = drawing(page, 'Dikdörtgen 1')
  await expect(rectangle).toBeVisible()
  await page.keyboard.press('o')
  await drag(page, { x: 1000, y: 350 }, { x: 1080, y: 350 })
  await page.keyboard.press('p')
  await drag(page, { x: 500, y: 600 }, { x: 540, y: 640 }, { x: 620, y: 610 })
  await page.keyboard.press('t')
  await page.mouse.click(850, 620)
  const field = page.getByRole('textbox', { name: 'Metin' })
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Metin boş olamaz.' })).toBeVisible()
  await field.fill('çatlak')
  await field.press('Enter')
  await expect(drawing(page, 'Metin 1: çatlak')).toBeVisible()
  await expect(drawing(page, 'Daire 1')).toBeVisible()
  await expect(drawing(page, 'Kalem çizgisi 1')).toBeVisible()

  // While a tool is in use, the wheel zooms and a drag with the space bar turns.
  const corner = cameraAt(start).unproject({ x: 500, y: 300 })
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => directionIn(page).fov).toBeLessThan(55)
  await expectOnPoint(page, rectangle, corner)
  const zoomed = page.url()
  await page.keyboard.down('Space')
  await drag(page, { x: 700, y: 500 }, { x: 560, y: 400 })
  await page.keyboard.up('Space')
  await expect(page).not.toHaveURL(zoomed)
  await expectOnPoint(page, rectangle, corner)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => directionIn(page).fov).toBeGreaterThan(90)
  await expectOnPoint(page, rectangle, corner)

  const all = page.locator('[data-annotation]')
  await page.keyboard.press('Control+z')
  await expect(all).toHaveCount(3)
  await page.keyboard.press('Control+Shift+z')
  await expect(all).toHaveCount(4)
  await page.getByRole('button', { name: 'Tüm çizimleri temizle' }).click()
  await expect(all).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(all).toHaveCount(4)

  // Without a tool, an edge is selected, moved and deleted.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Seç ve döndür (V)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const begin = await beginOf(rectangle)
  await drag(page, begin, { x: begin.x - 60, y: begin.y + 40 })
  await expect(rectangle).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await beginOf(rectangle)).x).toBeCloseTo(begin.x - 60, 0)
  await page.keyboard.press('Delete')
  await expect(rectangle).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(rectangle).toBeVisible()

  // The panel asks as long as the drawings are not in a saved picture.
  await page.getByRole('link', { name: 'Türbinler' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Kaydedilmemiş çizimler var')
  await question.getByRole('button', { name: 'Sayfada kal' }).click()
  await expect(question).toBeHidden()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Görünümü PNG olarak kaydet' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`Karaburun-4_A_Root-WW_${photo?.year}.png`)
  const { x, y } = await beginOf(rectangle)
  const place = { left: Math.round(x), top: Math.round(y), width: 1, height: 1 }
  const pixel = await sharp(await download.path())
    .extract(place)
    .removeAlpha()
    .raw()
    .toBuffer()
  const [red, green, blue] = pixel
  expect(red).toBeGreaterThan(230)
  expect(Math.max(green ?? 255, blue ?? 255)).toBeLessThan(40)
  await page.getByRole('link', { name: 'Türbinler' }).click()
  await expect(page).toHaveURL('/dashboard')
})
