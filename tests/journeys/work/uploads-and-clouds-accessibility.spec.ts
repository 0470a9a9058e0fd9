import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { LAZ_FILES } from '../../support/files/laz.ts'
import { expectAccessible } from '../support/axe.ts'
import { uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const CLOUD =
  'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n0 0 0\n'

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

test('axe finds nothing in an upload that runs or failed and is sent again', async ({ page, kanat }) => {
  provoke(page, 500)
  const buffer = await jpeg({ width: 300, height: 200 })
  await signIn(page, kanat.operator, `${PAGE}?section=map`)
  const block = page.getByRole('region', { name: 'Kanat B' })
  const answerUpload = await hold(page, '**/api/turbines/1/photos*', 'POST')
  await block
    .getByLabel('Kanat B için fotoğraf seç')
    .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer })
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByRole('progressbar').first()).toBeVisible()
  await expectAccessible(page)
  answerUpload()
  await expect(block.getByText('Yükleme Hatası')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/turbines/1/photos*')
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByRole('button', { name: 'b.jpg fotoğrafını aç' })).toBeVisible()
})

test('axe finds nothing in the messages about a cloud', async ({ page, kanat }) => {
  provoke(page, 500)
  const [scan] = await uploadNamed(page.request, kanat.operator, { 'scan.pcd': Buffer.from(CLOUD) })
  const answerCloud = await hold(page, `/media/clouds/${scan?.id}/1/0*`, 'GET')
  await signIn(page, kanat.operator, `${PAGE}?photo=${scan?.id}`)
  await lightboxOf(page).getByRole('button', { name: 'Nokta bulutunu aç' }).click()
  await expect(lightboxOf(page).getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  answerCloud()
  await expect(lightboxOf(page).getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in a point cloud', async ({ page, kanat }) => {
  const { bytes } = LAZ_FILES['the point format 7']
  const [scan] = await uploadNamed(page.request, kanat.admin, { 'scan.laz': bytes })
  await signIn(page, kanat.admin, `${PAGE}?photo=${scan?.id}`)
  await expectAccessible(page)
  await lightboxOf(page).getByRole('button', { name: 'Nokta bulutunu aç' }).click()
  await expect(lightboxOf(page).getByText(/^Başlangıç noktası/)).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in the marks of a photo and in the form of one', async ({ page, kanat }) => {
  const picture = await jpeg({ width: 1200, height: 900 })
  const [photo] = await uploadNamed(page.request, kanat.admin, { 'now.jpg': picture })
  await page.addInitScript(() => localStorage.setItem('kanat.viewer-panel', 'findings'))
  await signIn(page, kanat.admin, `${PAGE}?photo=${photo?.id}`)
  await expect(lightboxOf(page).getByText('Bu fotoğrafta bulgu yok')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'İşaretleme araçları' })).toBeVisible()
  // Enter puts a box into the middle of the view.
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Yeni bulgu' })
  const type = form.getByRole('combobox', { name: /^Tür/ })
  await expect(type).toBeFocused()
  await type.pressSequentially('çat')
  await expectAccessible(page)
  await type.press('4')
  await type.press('Enter')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: /^A-PS-001, .*Derece 4/ }).click()
  await expect(page.getByRole('dialog', { name: 'A-PS-001', exact: true })).toBeVisible()
  await expectAccessible(page)
})
