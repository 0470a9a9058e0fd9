import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, photoViewer, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'

/** A grid of points with rising heights, with an intensity for each. */
function cloud(): Buffer {
  const points = Array.from({ length: 900 }, (_, n) => `${n % 30} ${Math.floor(n / 30)} ${(n % 30) / 3} ${n}`)
  const lines = ['VERSION .7', 'FIELDS x y z intensity', 'SIZE 4 4 4 4', 'TYPE F F F F', 'COUNT 1 1 1 1']
  return Buffer.from(
    [...lines, 'WIDTH 900', 'HEIGHT 1', 'POINTS 900', 'DATA ascii', ...points, ''].join('\n'),
  )
}

/** A complete file whose compressed data is damaged, which the server cannot know. */
function damagedCloud(): Buffer {
  const lines = [
    'VERSION .7',
    'FIELDS x y z',
    'SIZE 4 4 4',
    'TYPE F F F',
    'COUNT 1 1 1',
    'WIDTH 2',
    'HEIGHT 1',
  ]
  const header = Buffer.from([...lines, 'POINTS 2', 'DATA binary_compressed', ''].join('\n'))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(16, 0)
  lengths.writeUInt32LE(24, 4)
  return Buffer.concat([header, lengths, Buffer.alloc(16, 0xff)])
}

const canvas = (page: Page) => photoViewer(page).getByRole('img', { name: /^Point cloud, 900 points/ })
const openButton = (page: Page) => photoViewer(page).getByRole('button', { name: 'Open the point cloud' })

/** How bright the brightest pixel of the canvas is, and its picture. */
async function drawn(page: Page) {
  const picture = await canvas(page).screenshot()
  const { channels } = await sharp(picture).stats()
  return { picture, brightest: Math.max(...channels.slice(0, 3).map(({ max }) => max)) }
}

test('a point cloud is opened, turned with the keyboard and coloured, and a damaged one gives a message', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const [broken, whole] = await uploadNamed(page.request, kanat.admin, {
    'broken.pcd': damagedCloud(),
    'scan.pcd': cloud(),
  })
  await signIn(page, kanat.customer, `${PAGE}?photo=${whole?.id}`)
  await expect(photoViewer(page).getByText('PCD files need a 360-degree viewer')).toBeVisible()
  expect(scripts.filter((url) => url.includes('point-cloud'))).toEqual([])

  await openButton(page).click()
  await expect(canvas(page)).toBeFocused()
  await expect.poll(async () => (await drawn(page)).brightest).toBeGreaterThan(150)
  const picture = async () => (await drawn(page)).picture.toString('base64')
  const before = await settled(picture)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(picture).not.toBe(before)
  await expect(page).toHaveURL(`${PAGE}?photo=${whole?.id}`)
  const intensity = photoViewer(page).getByRole('button', { name: 'Intensity' })
  await intensity.click()
  await expect(intensity).toHaveAttribute('aria-pressed', 'true')
  await photoViewer(page).getByRole('slider', { name: 'Point size' }).press('ArrowRight')

  // The browser may lose the WebGL context at any time.
  await canvas(page).evaluate((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(photoViewer(page).getByRole('alert')).toContainText('WebGL')
  await photoViewer(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await drawn(page)).brightest).toBeGreaterThan(150)

  // The first Escape closes the cloud, the next one the viewer.
  await page.keyboard.press('Escape')
  await expect(openButton(page)).toBeVisible()
  await page.goto(`${PAGE}?photo=${broken?.id}`)
  await openButton(page).click()
  await expect(photoViewer(page).getByRole('alert')).toContainText('could not be read')
})

test('a browser without WebGL gives a message instead of a point cloud', async ({ page, kanat }) => {
  provoke(page, /Error creating WebGL context/)
  await storeLanguage(page, 'en')
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const [whole] = await uploadNamed(page.request, kanat.admin, { 'scan.pcd': cloud() })
  await signIn(page, kanat.customer, `${PAGE}?photo=${whole?.id}`)
  await openButton(page).click()
  await expect(photoViewer(page).getByRole('alert')).toContainText('WebGL')
})
