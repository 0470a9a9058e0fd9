import { expectNoViolations } from './axe.ts'
import { uploadPhotos } from './by-api.ts'
import { expect, signIn, storeLanguage, test } from './kanat.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the pages of drone and operator photos and in the comments, ${theme}`, async ({
    page,
    kanat,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'tr')
    await uploadPhotos(page.request, kanat.operator, ['a.jpg'], { category: 'drone', blade: 'A' })
    await signIn(page, kanat.admin, '/turbine/1/drone-photos?panel=comments')
    await page.getByRole('textbox', { name: 'Yeni yorum' }).fill('Uzun bir yorum. '.repeat(10))
    await page.getByRole('button', { name: 'Yorum ekle' }).click()
    await expect(page.getByRole('button', { name: 'Devamını göster' })).toBeVisible()
    for (const language of ['tr', 'en']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/turbine/1/drone-photos?panel=comments')
      await expect(page.getByRole('button', { name: /a\.jpg/ })).toBeVisible()
      const item = page.getByRole('dialog').getByRole('listitem')
      await expect(item).toBeVisible()
      await expectNoViolations(page)
      await item.getByRole('button', { name: /^(Yorumu düzenle|Edit comment)$/ }).click()
      await item.getByRole('textbox').fill('x'.repeat(501))
      await expect(item.getByText(/500 (karakter|characters)/)).toBeVisible()
      await expectNoViolations(page)

      await page.goto('/turbine/1/operator-photos?panel=comments')
      await expect(
        page.getByRole('heading', { name: /^(Fotoğraf Bulunamadı|No photos found)$/i }),
      ).toBeVisible()
      await expect(item).toBeVisible()
      await expectNoViolations(page)
    }
  })
}
