import { expectAccessible } from '../support/axe.ts'
import { uploadPhotos } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test('axe finds nothing on the pages of drone and operator photos and in the comments', async ({
  page,
  kanat,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await uploadPhotos(page.request, kanat.operator, ['a.jpg'], { category: 'drone', blade: 'A' })
  await signIn(page, kanat.admin, '/turbine/1/drone-photos?panel=comments')
  await expect(page.getByRole('button', { name: /a\.jpg/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Yeni yorum' }).fill('Uzun bir yorum. '.repeat(10))
  await page.getByRole('button', { name: 'Yorum ekle' }).click()
  await expect(page.getByRole('button', { name: 'Devamını göster' })).toBeVisible()
  await expectAccessible(page)
  const item = page.getByRole('dialog').getByRole('listitem')
  await item.getByRole('button', { name: 'Yorumu düzenle' }).click()
  await item.getByRole('textbox').fill('x'.repeat(10_001))
  await expect(item.getByText(/10.000 karakter/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/turbine/1/operator-photos?panel=comments')
  await expect(page.getByRole('heading', { name: 'Fotoğraf Bulunamadı' })).toBeVisible()
  await expect(item).toBeVisible()
  await expectAccessible(page)
})
