import type { Locator, Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { expectAccessible } from '../support/axe.ts'
import { uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, photoViewer, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const CLOUD =
  'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n0 0 0\n'

/** Marks points in one of the compared photos. Their coordinates are fractions of its width and height. */
async function mark(pane: Locator, points: [x: number, y: number][]) {
  const { width, height } = (await pane.boundingBox()) ?? { width: 0, height: 0 }
  for (const [x, y] of points) await pane.click({ position: { x: width * x, y: height * y } })
}

/** Holds the requests to the address until the returned function answers them. */
async function hold(page: Page, address: string | RegExp, method: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await promise
    await route.fulfill({ status: 500, json: { success: false, error: 'server_error' } })
  })
  return resolve
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

test('axe finds nothing in an upload that runs or failed', async ({ page, kanat }) => {
  provoke(page, 500)
  const buffer = await jpeg({ width: 300, height: 200 })
  await signIn(page, kanat.operator, PAGE)
  const block = page.getByRole('region', { name: 'Kanat B' })
  const answerUpload = await hold(page, '**/api/turbines/1/photos*', 'POST')
  await block.locator('input[type=file]').setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer })
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByRole('progressbar').first()).toBeVisible()
  await expectAccessible(page)
  answerUpload()
  await expect(block.getByText('Yükleme Hatası')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in the comments beside a photo', async ({ page, kanat }) => {
  const [now] = await uploadNamed(page.request, kanat.operator, { 'now.jpg': await jpeg() })
  await signIn(page, kanat.operator, `${PAGE}?photo=${now?.id}`)
  const viewer = photoViewer(page)
  await expect(viewer.getByRole('button', { name: 'Yorumlar 0' })).toBeVisible()
  await page.keyboard.press('c')
  const field = viewer.getByRole('textbox')
  await field.fill('Çizik')
  await field.press('Control+Enter')
  await viewer.getByRole('button', { name: 'Yorumu düzenle' }).click()
  await expect(field).toHaveCount(2)
  await expectAccessible(page)
})

test('axe finds nothing in the difference of photos and in the messages about a cloud', async ({
  page,
  kanat,
}) => {
  provoke(page, 500)
  const buffer = await jpeg({ width: 600, height: 450 })
  const [now, scan] = await uploadNamed(page.request, kanat.operator, {
    'now.jpg': buffer,
    'scan.pcd': Buffer.from(CLOUD),
  })
  const [old] = await uploadNamed(page.request, kanat.operator, { 'old.jpg': buffer }, { year: '2024' })
  await signIn(page, kanat.operator, `${PAGE}?compare=${old?.id},${now?.id}`)
  const comparison = page.getByRole('dialog')
  await expect(comparison.getByRole('img', { name: /now\.jpg/ })).toBeVisible()
  await page.keyboard.press('3')
  const points: [number, number][] = [
    [0.3, 0.45],
    [0.7, 0.55],
  ]
  await mark(comparison.getByRole('region', { name: /^Soldaki/ }), points)
  await mark(comparison.getByRole('region', { name: /^Sağdaki/ }), points)
  await expect(comparison.getByRole('slider')).toBeVisible()
  await expectAccessible(page)

  const answerCloud = await hold(page, `/media/clouds/${scan?.id}/1/0*`, 'GET')
  await page.goto(`${PAGE}?photo=${scan?.id}`)
  await photoViewer(page).getByRole('button', { name: 'Nokta bulutunu aç' }).click()
  await expect(photoViewer(page).getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  answerCloud()
  await expect(photoViewer(page).getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
