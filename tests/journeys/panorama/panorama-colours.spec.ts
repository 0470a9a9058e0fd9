import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { uploadNamed } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1/360-view'
const PANORAMAS = join(import.meta.dirname, '../../../../shared/data/panorama')
/** The angle between the top and the bottom of the view, in degrees. */
const FOV = 40
/** The allowed difference of one channel, because the photo and its tiles are JPEG. */
const TOLERANCE = 14

interface Look {
  fov?: number
  tolerance?: number
  /** The colour is the mean of a square. This is the distance from its middle to its sides, in pixels. */
  radius?: number
}

const stage = (page: Page) => page.getByRole('img', { name: /^360° view/ })

/** Decodes a picture. `average` returns the mean colour of a square around a pixel. */
async function pixelsOf(file: Buffer) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
  const average = (x: number, y: number, radius: number) => {
    const sums = [0, 0, 0]
    for (let row = -radius; row <= radius; row += 1)
      for (let column = -radius; column <= radius; column += 1)
        for (const [index, value] of at(Math.round(x) + column, Math.round(y) + row).entries())
          sums[index] = (sums[index] ?? 0) + value
    return sums.map((sum) => sum / (2 * radius + 1) ** 2)
  }
  return { average }
}

/** Turns the view to the direction, and waits until the colours in the middle of the screen and to the right of it are those of `expected`. */
async function expectColours(
  page: Page,
  photo: number | undefined,
  [yaw, pitch]: [yaw: number, pitch: number],
  expected: (yaw: number, pitch: number) => number[],
  { fov = FOV, tolerance = TOLERANCE, radius = 0 }: Look = {},
) {
  await page.goto(`${PAGE}?photo=${photo}&at=${yaw},${pitch},${fov}`)
  // The first request for a tile makes all tiles of the photo.
  await expect(stage(page)).toHaveAttribute('aria-busy', 'false')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const perPixel = (2 * Math.tan((fov * Math.PI) / 360)) / height
  // It checks a second position only at the horizon, because a step to the right changes only the yaw there.
  for (const right of pitch === 0 && radius > 0 ? [0, 200] : [0]) {
    const turned = yaw + (Math.atan(right * perPixel) * 180) / Math.PI
    await expect
      .poll(async () => {
        const shot = await pixelsOf(await page.screenshot())
        const seen = shot.average(width / 2 + right, height / 2, radius)
        const wanted = expected(turned, pitch)
        return Math.max(...seen.map((value, index) => Math.abs(value - (wanted[index] ?? 0))))
      })
      .toBeLessThan(tolerance)
  }
}

/** The fields of a partial sphere of 4000 × 1260 pixels. */
function gpano({ full_width, full_height, left, top }: Record<string, number>): string {
  const fields = {
    ProjectionType: 'equirectangular',
    FullPanoWidthPixels: full_width,
    FullPanoHeightPixels: full_height,
    CroppedAreaImageWidthPixels: 4000,
    CroppedAreaImageHeightPixels: 1260,
    CroppedAreaLeftPixels: left,
    CroppedAreaTopPixels: top,
  }
  const attributes = Object.entries(fields).map(([name, value]) => `GPano:${name}="${value}"`)
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`
}

test('a panorama of 16384 × 8192 is sharp on a card with textures up to 4096', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await page.addInitScript(() => {
    const { getParameter } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.getParameter = function (name) {
      return name === WebGL2RenderingContext.MAX_TEXTURE_SIZE ? 4096 : getParameter.call(this, name)
    }
  })
  // Light spots of 3 pixels on a dark ground. In the preview, a pixel is as large as six of the photo, so that they are darker than 150 there.
  const spots = [
    [8192, 4096],
    [16381, 5000],
    [1600, 2500],
    [11000, 6500],
  ] as const
  const white = await sharp({ create: { width: 3, height: 3, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const large = await sharp({ create: { width: 16384, height: 8192, channels: 3, background: '#333' } })
    .composite(spots.map(([x, y]) => ({ input: white, left: x - 1, top: y - 1 })))
    .jpeg({ quality: 95 })
    .toBuffer()
  const [photo] = await uploadNamed(page.request, kanat.admin, { 'sphere.jpg': large })
  await signIn(page, kanat.customer)
  for (const [x, y] of spots) {
    const direction: [number, number] = [((x + 0.5) / 16384) * 360 - 180, 90 - ((y + 0.5) / 8192) * 180]
    await expectColours(page, photo?.id, direction, () => [225, 225, 225], { fov: 30, tolerance: 60 })
  }
})

test('real panoramas have the right colours at every heading, and position', async ({ page, kanat }) => {
  test.skip(!existsSync(PANORAMAS), `${PANORAMAS} is absent`)
  await storeLanguage(page, 'en')
  const building = await readFile(`${PANORAMAS}/building_8192x4096.jpg`)
  // The file has no GPano fields, so the test adds them.
  const area = { full_width: 8000, full_height: 4000, left: 500, top: 1300 }
  const partial = await sharp(`${PANORAMAS}/partial_sphere_4000x1260.jpg`)
    .withXmp(gpano(area))
    .jpeg({ quality: 95 })
    .toBuffer()
  const photos = await uploadNamed(page.request, kanat.admin, { 'b.jpg': building, 'p.jpg': partial })
  await signIn(page, kanat.customer)
  const [whole, part] = [await pixelsOf(building), await pixelsOf(partial)]
  const inWhole = (yaw: number, pitch: number) =>
    whole.average(((((yaw / 360 + 0.5) % 1) + 1) % 1) * 8192, (0.5 - pitch / 180) * 4096, 8)
  for (const direction of [
    [0, 0],
    [179.5, 0],
    [-75, 25],
  ] as [number, number][])
    await expectColours(page, photos[0]?.id, direction, inWhole, { radius: 8 })

  const { full_width, full_height, left, top } = area
  const yawOf = (x: number) => ((left + x) / full_width) * 360 - 180
  const pitchOf = (y: number) => 90 - ((top + y) / full_height) * 180
  const inPart = (yaw: number, pitch: number) =>
    part.average((yaw / 360 + 0.5) * full_width - left, (0.5 - pitch / 180) * full_height - top, 8)
  for (const [x, y] of [
    [2000, 630],
    [600, 300],
    [3400, 1000],
  ] as const)
    await expectColours(page, photos[1]?.id, [yawOf(x), pitchOf(y)], inPart, { radius: 8 })
  // Above the photo, the view shows the plain dark background.
  await expectColours(page, photos[1]?.id, [0, Math.min(85, pitchOf(0) + 30)], () => [9, 13, 15], {
    radius: 8,
  })
})
