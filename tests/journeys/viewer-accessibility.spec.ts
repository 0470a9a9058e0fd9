import { jpeg } from '../builders.ts'
import { expectNoViolations } from './axe.ts'
import { uploadNamed } from './by-api.ts'
import { expect, photoViewer, signIn, storeLanguage, test } from './kanat.ts'

const PAGE = '/dashboard/turbine/1'
const CLOUD =
  'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 3\nHEIGHT 1\nPOINTS 3\nDATA ascii\n0 0 0\n1 0 1\n0 1 2\n'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the tools of the viewer, in a comparison and in a point cloud, ${theme}`, async ({
    page,
    kanat,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'tr')
    const picture = await jpeg({ width: 1200, height: 900 })
    const [now, scan] = await uploadNamed(page.request, kanat.admin, {
      'now.jpg': picture,
      'scan.pcd': Buffer.from(CLOUD),
    })
    const [old] = await uploadNamed(page.request, kanat.admin, { 'old.jpg': picture }, { year: '2024' })
    await signIn(page, kanat.admin)
    for (const language of ['tr', 'en']) {
      await page.evaluate((chosen) => {
        localStorage.setItem('kanat.language', chosen)
        localStorage.setItem('kanat.viewer-panel', 'details')
      }, language)
      await page.goto(`${PAGE}?photo=${now?.id}`)
      await expect(
        photoViewer(page).getByText(/^(Bu dosyada çekim bilgisi yok|This file has no camera data)\.$/),
      ).toBeVisible()
      await page.keyboard.press('l')
      await page.keyboard.press('b')
      await page.keyboard.press('ArrowRight')
      await expectNoViolations(page)

      await page.goto(`${PAGE}?compare=${old?.id},${now?.id}`)
      const comparison = page.getByRole('dialog')
      await expect(comparison.getByRole('img', { name: /now\.jpg/ })).toBeVisible()
      await expectNoViolations(page)
      await page.keyboard.press('2')
      await expect(comparison.getByRole('slider')).toBeVisible()
      await expectNoViolations(page)
      await page.keyboard.press('3')
      await expect(comparison.getByRole('status')).toBeVisible()
      await expectNoViolations(page)

      await page.goto(`${PAGE}?photo=${scan?.id}`)
      await photoViewer(page)
        .getByRole('button', { name: /^(Nokta bulutunu aç|Open the point cloud)$/ })
        .click()
      await expect(photoViewer(page).getByRole('slider')).toBeVisible()
      await expectNoViolations(page)
    }
  })
}
