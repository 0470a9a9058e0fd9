import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { FindingDraft } from '#domain/findings/finding.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { jpeg } from '../../support/builders.ts'
import { addFinding, uploadNamed } from '../support/by-api.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, type Kanat, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'
import { findWidePanes } from '../support/layout.ts'

const REVIEW = '/dashboard/inspections?review=1-2026'
/** A panorama inside of a blade: 6144 pixels around. */
const WIDTH = 6144
/** How many degrees the review shows from the top to the bottom around a small mark. */
const ANGLE = 30
const PLACE = { type: 'oil', blade: 'A', side: 'BOX', room: '1', severity: 3, year: 2026 } as const

const screen = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: /^(Tuşlar|Keys)$/ }) })
const number = (page: Page) => screen(page).getByRole('heading', { level: 3 }).first()
const picture = (page: Page) => screen(page).getByRole('img', { name: / bulgusunun 2026 fotoğrafı$/ })

/**
 * A grey panorama with stripes of two pixels at 45° of longitude, which only the original shows, and a red area across the seam, where the
 * left border meets the right one.
 */
async function panorama(): Promise<Buffer> {
  const [width, height] = [WIDTH, WIDTH / 2]
  const stripes = Buffer.alloc(256 * 256 * 3)
  for (let at = 0; at < 256 * 256; at += 1) stripes.fill(at % 4 < 2 ? 255 : 0, at * 3, at * 3 + 3)
  const red = { create: { width: 256, height: 512, channels: 3, background: '#d00' } } as const
  const left = Math.round((45 / 360 + 0.5) * width) - 128
  return sharp({ create: { width, height, channels: 3, background: '#777' } })
    .composite([
      { input: stripes, raw: { width: 256, height: 256, channels: 3 }, left, top: height / 2 - 128 },
      { input: red, left: 0, top: height / 2 - 256 },
      { input: red, left: width - 256, top: height / 2 - 256 },
    ])
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** A finding on the stripes, one across the seam and one on a flat photo, in an inspection that is in review. */
async function prepare(page: Page, { operator }: Kanat) {
  const [sphere] = await uploadNamed(
    page.request,
    operator,
    { 'inside.jpg': await panorama() },
    { year: '2026' },
  )
  const [flat] = await uploadNamed(page.request, operator, { 'flat.jpg': await jpeg() }, { year: '2026' })
  const add = (from_m: number, photo_id: number | undefined, shape: FindingShape) =>
    addFinding(page.request, operator, { ...PLACE, from_m, photo_id, shape } as FindingDraft)
  await add(1, sphere?.id, { on: 'sphere', kind: 'box', points: [[40, -5], [50, 5]] }) // biome-ignore format: short
  await add(2, sphere?.id, { on: 'sphere', kind: 'box', points: [[175, -5], [-175, 5]] }) // biome-ignore format: short
  await add(3, flat?.id, { on: 'image', kind: 'point', points: [[0.5, 0.5]] })
  await moveInspection(page.request, operator, 1, 2026, 'in_review')
}

/** What is seen of the picture in a square around a place, which is counted in degrees from the middle: the mean colour and how much it varies. */
async function lookAt(shown: Locator, { x, y }: { x: number; y: number }, side: number) {
  const box = await shown.boundingBox()
  if (!box) throw new Error('The picture is not shown')
  const perDegree = box.height / ANGLE
  const left = Math.round(box.x + box.width / 2 + x * perDegree - side / 2)
  const top = Math.round(box.y + box.height / 2 - y * perDegree - side / 2)
  const clip = { x: left, y: top, width: side, height: side }
  const { channels } = await sharp(await shown.page().screenshot({ clip })).stats()
  const [red, green, blue] = channels.map(({ mean }) => mean)
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0, varies: channels[1]?.stdev ?? 0 }
}

test('a mark on a 360° photo is sharp, and a key opens it in the lightbox', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await signIn(page, kanat.admin, '/dashboard/inspections')
  await page.getByRole('button', { name: 'Onay ekranı: Karaburun 4 · 2026' }).click()

  // Stripes that every smaller picture of the photo shows as grey, with the outline of the mark around them.
  await expect.poll(async () => (await lookAt(picture(page), { x: 0, y: 0 }, 60)).varies).toBeGreaterThan(40)
  const side = await lookAt(picture(page), { x: -5, y: 0 }, 2)
  expect(side.red - side.blue).toBeGreaterThan(60)
  expect(side.green - side.blue).toBeGreaterThan(40)
  const beside = await lookAt(picture(page), { x: 9, y: 9 }, 20)
  expect(beside.varies).toBeLessThan(4)

  await page.keyboard.press('g')
  await page.keyboard.press('Escape')
  const first = await number(page).innerText()
  await page.keyboard.press('ArrowDown')
  await expect(number(page)).not.toHaveText(first)
  const second = await number(page).innerText()
  for (const x of [-4, -0.2, 0, 0.2, 4])
    await expect
      .poll(async () => {
        const { red, green, varies } = await lookAt(picture(page), { x, y: 0 }, 8)
        return red - green > 120 && varies < 8
      })
      .toBe(true)

  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/dashboard\/turbine\/1\/360-view\?.*finding=\d+/)
  await expect(page.getByRole('button', { name: new RegExp(`^${second}, `) })).toBeVisible()
  await page.goBack()
  await expect(number(page)).toHaveText(second)
  await expect(page).toHaveURL(/\/dashboard\/inspections\?review=1-2026-\d+$/)

  await page.keyboard.press('ArrowDown')
  await expect(number(page)).not.toHaveText(second)
  const third = await number(page).innerText()
  await screen(page)
    .getByRole('link', { name: `${third} bulgusunu fotoğrafta göster` })
    .click()
  await expect(lightboxOf(page).getByRole('button', { name: new RegExp(`^${third}, `) })).toBeVisible()
  await page.goBack()
  await expect(number(page)).toHaveText(third)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/inspections')

  // The same from the review over the page of the turbine, where the lightbox opens, too.
  await page.goto('/dashboard/turbine/1?year=2026&review=1-2026')
  await screen(page).getByRole('button', { name: third }).click()
  await expect(number(page)).toHaveText(third)
  await page.keyboard.press('o')
  await expect(lightboxOf(page).getByRole('button', { name: new RegExp(`^${third}, `) })).toBeVisible()
  await page.goBack()
  await expect(lightboxOf(page)).toBeHidden()
  await expect(number(page)).toHaveText(third)
  await page.keyboard.press('Escape')
  await expect(screen(page)).toBeHidden()
})

test('a link opens a finding of the review; one that is gone the first one', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  const text = 'Katmanların ayrıldığı yer tok ses veriyor. '.repeat(48)
  const found = await addFinding(page.request, kanat.operator, { ...PLACE, from_m: 1, text })
  const other = await addFinding(page.request, kanat.operator, { ...PLACE, from_m: 2 })
  await signIn(page, kanat.admin, `${REVIEW}-${other.id}`)
  await expect(number(page)).toHaveText(other.number)
  await page.goto(`${REVIEW}-99999`)
  await expect(number(page)).toHaveText(found.number)
  await expect(screen(page).getByText('Bu bulgunun fotoğrafı yok.')).toBeVisible()

  // A long text is read with the keyboard, too.
  const said = screen(page).getByRole('region', { name: 'Yorumlar' })
  await expect(said).not.toBeInViewport()
  const readOn = async () => {
    await page.keyboard.press('PageDown')
    return (await said.boundingBox())?.y
  }
  await expect.poll(readOn).toBeLessThan(800)
  await expect(said).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(number(page)).toHaveText(other.number)
  await expect(said).toBeInViewport()
})

test('photos of three years lie beside each other, in windows of every usual size', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  let earlier_id: number | null = null
  for (const year of [2024, 2025, 2026]) {
    const name = `wide-${year}.jpg`
    const bytes = await jpeg({ width: 1600, height: 900 })
    const [photo] = await uploadNamed(page.request, kanat.operator, { [name]: bytes }, { year: String(year) })
    const shape = { on: 'image', kind: 'box', points: [[0.8, 0.4], [0.95, 0.6]] } // biome-ignore format: short
    const place = { ...PLACE, year, found_on: `${year}-05-10`, from_m: 1, photo_id: photo?.id, shape }
    const draft = { ...place, type: 'serration-damage', earlier_id } as FindingDraft
    earlier_id = (await addFinding(page.request, kanat.operator, draft)).id
  }
  await moveInspection(page.request, kanat.operator, 1, 2026, 'in_review')
  await signIn(page, kanat.admin, REVIEW)
  const panes = screen(page).locator('figure')
  await expect(panes).toHaveCount(3)
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [1024, 768],
    [2560, 1440],
  ] as const) {
    // biome-ignore format: short
    await page.setViewportSize({ width, height })
    await expect.poll(() => findWidePanes(page), `${width} × ${height}`).toEqual([])
    for (const link of await panes.getByRole('link').all()) await link.click({ trial: true })
  }
})
