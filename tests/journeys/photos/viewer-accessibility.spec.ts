import { jpeg } from '../../support/builders.ts'
import { LAZ_FILES } from '../../support/files/laz.ts'
import { expectAccessible } from '../support/axe.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, photoViewer, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

test('axe finds nothing in the tools of the viewer and in a comparison', async ({ page, kanat }) => {
  const picture = await jpeg({ width: 1200, height: 900 })
  const [now] = await uploadNamed(page.request, kanat.admin, { 'now.jpg': picture })
  const [old] = await uploadNamed(page.request, kanat.admin, { 'old.jpg': picture }, { year: '2024' })
  await page.addInitScript(() => localStorage.setItem('kanat.viewer-panel', 'details'))
  await signIn(page, kanat.admin, `${PAGE}?photo=${now?.id}`)
  await expect(photoViewer(page).getByText('Bu dosyada çekim bilgisi yok.')).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByTestId('loupe')).toBeVisible()
  await page.keyboard.press('b')
  await expect(photoViewer(page).getByRole('slider').first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expectAccessible(page)

  await page.goto(`${PAGE}?compare=${old?.id},${now?.id}`)
  const comparison = page.getByRole('dialog')
  await expect(comparison.getByRole('img', { name: /now\.jpg/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('2')
  await expect(comparison.getByRole('slider')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('3')
  await expect(comparison.getByRole('status')).toBeVisible()
  await expectAccessible(page)
})

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing in a point cloud, in the ${theme} theme`, async ({ page, kanat }) => {
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    const { bytes } = LAZ_FILES['the point format 7']
    const [scan] = await uploadNamed(page.request, kanat.admin, { 'scan.laz': bytes })
    await signIn(page, kanat.admin, `${PAGE}?photo=${scan?.id}`)
    await expectAccessible(page)
    await photoViewer(page).getByRole('button', { name: 'Nokta bulutunu aç' }).click()
    await expect(photoViewer(page).getByText(/^Başlangıç noktası/)).toBeVisible()
    await expectAccessible(page)
  })
}

test('axe finds nothing in the marks of a photo, in their list and in the form of a finding', async ({
  page,
  kanat,
}) => {
  const picture = await jpeg({ width: 1200, height: 900 })
  const [photo] = await uploadNamed(page.request, kanat.admin, { 'now.jpg': picture })
  await page.addInitScript(() => localStorage.setItem('kanat.viewer-panel', 'findings'))
  await signIn(page, kanat.admin, `${PAGE}?photo=${photo?.id}`)
  await expect(photoViewer(page).getByText('Bu fotoğrafta bulgu yok')).toBeVisible()
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
