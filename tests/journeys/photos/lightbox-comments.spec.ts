import { uploadPhotos } from '../support/by-api.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

test('a person writes a comment beside the open photo, and finds the same text in the drawer', async ({
  page,
  kanat,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await uploadPhotos(page.request, kanat.operator, ['a.jpg', 'b.jpg'])
  await signIn(page, kanat.operator, '/dashboard/turbine/1?section=blades')
  const thumb = page.getByRole('region', { name: 'Kanat A' }).getByRole('button', { name: /^a\.jpg/ })
  await thumb.click()
  const lightbox = lightboxOf(page)
  const panel = lightbox.getByRole('region', { name: 'Yorumlar' })
  const field = panel.getByRole('textbox', { name: 'Yeni yorum' })
  await expect(lightbox.getByRole('button', { name: 'Yorumlar 0' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(panel).toBeFocused()
  const address = page.url()

  // Keys in the field are text.
  await field.pressSequentially('f1kb 0')
  for (const key of ['ArrowLeft', 'Home', 'End', 'PageDown', 'Delete']) await field.press(key)
  await expect(field).toHaveValue('f1kb 0')
  expect(page.url()).toBe(address)

  // Escape goes from the field to the panel, from the panel to the photo, and then to the page.
  await page.keyboard.press('Escape')
  await expect(panel).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByRole('heading', { name: 'b.jpg' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox.getByRole('heading', { name: 'a.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(lightbox).toBeFocused()
  await expect(lightbox.getByRole('img', { name: 'gönderilmemiş yorum var' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
  const question = page.getByRole('alertdialog', { name: 'Kaydedilmemiş değişiklikler var' })
  await question.getByRole('button', { name: 'Sayfada kal' }).click()
  await expect(question).toBeHidden()

  // The drawer has the text too. The lightbox lies above it.
  const drawer = page.getByRole('dialog', { name: 'Yorumlar' })
  await page.getByRole('button', { name: 'Yorumlar 0 gönderilmemiş yorum var' }).click()
  await expect(drawer.getByRole('textbox', { name: 'Yeni yorum' })).toHaveValue('f1kb 0')
  await thumb.click()
  await expect(lightbox).toBeFocused()
  await page.keyboard.press('c')
  await expect(panel).toBeFocused()
  await field.fill('Kanat ucunda çizik')
  await field.press('Control+Enter')
  const item = panel.getByRole('listitem')
  await expect(item.getByText('Kanat ucunda çizik')).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Yorumlar 1' })).toBeVisible()
  await item.getByRole('button', { name: 'Yorumu düzenle' }).click()
  const edited = item.getByRole('textbox', { name: 'Yorum' })
  await expect(edited).toBeFocused()
  await edited.fill('Kanat ucunda 4 cm çizik')
  await item.getByRole('button', { name: 'Kaydet' }).click()
  await expect(item.getByText('Kanat ucunda 4 cm çizik')).toBeVisible()
  await expect(item).toBeFocused()
  // The key that opened the panel closes it.
  await page.keyboard.press('c')
  await expect(panel).toBeHidden()
  await expect(lightbox).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(drawer.getByText('Kanat ucunda 4 cm çizik')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yorumlar 1', exact: true })).toBeVisible()
})
