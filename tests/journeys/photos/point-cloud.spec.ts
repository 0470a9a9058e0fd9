import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { las } from '../../support/files/las.ts'
import { uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'

/** A grid of points with rising heights, with an intensity for each. */
function cloud(): Buffer {
  const points = Array.from({ length: 900 }, (_, n) => `${n % 30} ${Math.floor(n / 30)} ${(n % 30) / 3} ${n}`)
  const lines = ['VERSION .7', 'FIELDS x y z intensity', 'SIZE 4 4 4 4', 'TYPE F F F F', 'COUNT 1 1 1 1']
  return Buffer.from(
    [...lines, 'WIDTH 900', 'HEIGHT 1', 'POINTS 900', 'DATA ascii', ...points, ''].join('\n'),
  )
}

/** A dense line of 60 metres in the middle of an area of 600 metres, in coordinates of UTM, as a surveyor delivers them. */
function survey(): Buffer {
  const points = 600_000
  const [from, to] = [0, 600_000].map((x) => ({ x, y: x, z: 0 }))
  const offset = [512_000, 4_201_000, 0] as const
  const head = las({ format: 0, points: from && to ? [from, to] : [], offset }).subarray(0, LAS_HEADER_BYTES)
  head.writeUInt32LE(points, LAS_COUNT_AT)
  const records = Buffer.alloc(points * LAS_RECORD_BYTES)
  for (let index = 0; index < points; index += 1) {
    const at = index * LAS_RECORD_BYTES
    // One point of a hundred is at the border of the area.
    const place = index % 200 === 0 ? 0 : index % 200 === 1 ? 600_000 : 270_000 + Math.floor(index / 10)
    records.writeInt32LE(place, at)
    records.writeInt32LE(place, at + 4)
    records.writeInt32LE(((index * 7919) % 1000) * 3, at + 8)
    records.writeUInt16LE(index % 5000, at + 12)
  }
  return Buffer.concat([head, records])
}
const LAS_HEADER_BYTES = 227
const LAS_COUNT_AT = 107
const LAS_RECORD_BYTES = 20

const WITHOUT_POSITIONS = 'VERSION .7\nFIELDS intensity\nPOINTS 1\nDATA ascii\n1\n'

const canvas = (page: Page, points = '900') =>
  lightboxOf(page).getByRole('img', { name: new RegExp(`^Point cloud, ${points} points`) })
const openButton = (page: Page) => lightboxOf(page).getByRole('button', { name: 'Open the point cloud' })

/** How bright the brightest pixel of the canvas is, and its picture. */
async function drawn(page: Page) {
  const picture = await canvas(page).screenshot()
  const { channels } = await sharp(picture).stats()
  return { picture, brightest: Math.max(...channels.slice(0, 3).map(({ max }) => max)) }
}

test('a point cloud is opened, turned and coloured; an unreadable one says so', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const [broken, whole] = await uploadNamed(page.request, kanat.admin, {
    'broken.pcd': cloud(),
    'scan.pcd': cloud(),
  })
  const archive = join(kanat.dir, 'derivatives', `${broken?.key}.cloud.bin`)
  await expect.poll(() => existsSync(archive)).toBe(true)
  // As one that was stored before the server read point clouds.
  await writeFile(join(kanat.dir, 'files', broken?.key ?? ''), WITHOUT_POSITIONS)
  await rm(archive)
  await signIn(page, kanat.customer, `${PAGE}?photo=${whole?.id}`)
  await expect(lightboxOf(page).getByText('PCD files need a 360-degree viewer')).toBeVisible()
  expect(scripts.filter((url) => url.includes('/_astro/point-cloud'))).toEqual([])

  await openButton(page).click()
  await expect(canvas(page)).toBeFocused()
  await expect.poll(async () => (await drawn(page)).brightest).toBeGreaterThan(150)
  const picture = async () => (await drawn(page)).picture.toString('base64')
  const before = await settled(picture)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(picture).not.toBe(before)
  await expect(page).toHaveURL(`${PAGE}?photo=${whole?.id}`)
  const intensity = lightboxOf(page).getByRole('button', { name: 'Intensity' })
  await intensity.click()
  await expect(intensity).toHaveAttribute('aria-pressed', 'true')
  await lightboxOf(page).getByRole('slider', { name: 'Point size' }).press('ArrowRight')

  // The browser may lose the WebGL context at any time.
  await canvas(page).evaluate((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(lightboxOf(page).getByRole('alert')).toContainText('WebGL')
  await lightboxOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await drawn(page)).brightest).toBeGreaterThan(150)

  // The first Escape closes the cloud, the next one the lightbox.
  await page.keyboard.press('Escape')
  await expect(openButton(page)).toBeVisible()
  await page.goto(`${PAGE}?photo=${broken?.id}`)
  provoke(page, 415)
  await openButton(page).click()
  await expect(lightboxOf(page).getByRole('alert')).toContainText('has no fields x, y and z')
})

test('a large LAS file shows its origin, and more points while zooming in', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const [scan] = await uploadNamed(page.request, kanat.admin, { 'survey.las': survey() })
  await signIn(page, kanat.admin, `${PAGE}?photo=${scan?.id}`)
  await expect(lightboxOf(page).getByText('LAS files need a 360-degree viewer')).toBeVisible()
  const findings = lightboxOf(page).getByRole('button', { name: /^Findings/ })
  await findings.click()
  await expect(lightboxOf(page).getByText('Findings cannot be drawn on a point cloud.')).toBeVisible()
  await findings.click()
  await openButton(page).click()
  await expect(canvas(page, '600,000')).toBeFocused()
  await expect(lightboxOf(page).getByText('Origin (x · y · z): 512,300 · 4,201,300 · 0')).toBeVisible()
  await expect(lightboxOf(page).getByRole('button', { name: 'Intensity' })).toBeVisible()

  const shown = async () => {
    const words = await lightboxOf(page)
      .getByText(/^(Showing [\d,]+ of )?600,000 points$/)
      .textContent()
    return Number(/[\d,]+/.exec(words ?? '')?.[0].replaceAll(',', ''))
  }
  const first = await settled(shown)
  expect(first).toBeGreaterThan(50_000)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/media/clouds/') && requests.push(request.url()))
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('+')
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  await expect.poll(shown).toBeGreaterThan(first)
  const near = await settled(shown)
  await page.keyboard.press('0')
  await expect.poll(shown).toBeLessThan(near)

  // The wheel moves to what is under the pointer.
  const whole = await settled(shown)
  const box = await canvas(page, '600,000').boundingBox()
  if (!box) throw new Error('The canvas is not drawn.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let step = 0; step < 8; step += 1) await page.mouse.wheel(0, -400)
  await expect.poll(shown).toBeGreaterThan(whole)
})

test('without WebGL a message takes the place of the cloud', async ({ page, kanat }) => {
  provoke(page, /Error creating WebGL context/)
  await storeLanguage(page, 'en')
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const [whole] = await uploadNamed(page.request, kanat.admin, { 'scan.pcd': cloud() })
  await signIn(page, kanat.customer, `${PAGE}?photo=${whole?.id}`)
  await openButton(page).click()
  await expect(lightboxOf(page).getByRole('alert')).toContainText('WebGL')
})
