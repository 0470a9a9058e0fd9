import {
  endSessionOnServer,
  expect,
  sendSignInForm,
  signIn,
  storeLanguage,
  switchLanguage,
  test,
} from '../support/kanat.ts'
import { findUnderChatButton, prepareLayoutChecks } from '../support/layout.ts'

test('a person writes, changes and deletes a comment', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareLayoutChecks(page)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, '/dashboard/turbine/1')
  const open = page.getByRole('button', { name: 'Yorumlar 0' })
  const drawer = page.getByRole('dialog', { name: 'Yorumlar' })
  const field = drawer.getByRole('textbox', { name: 'Yeni yorum' })
  await open.click()
  await expect(drawer.getByRole('heading', { name: 'Henüz yorum yok' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/turbine/1?panel=comments')
  await expect(page.locator('[data-chat-button]')).toBeVisible()
  await expect.poll(() => findUnderChatButton(page)).toEqual([])

  // Escape and Back close the drawer, and what is typed stays. The page beside it can be used.
  await field.fill('Kanat ucunda çizik')
  const room = page.getByRole('region', { name: 'Kanat A' }).getByRole('combobox', { name: 'Oda' })
  await room.selectOption('2')
  await expect(room).toHaveValue('2')
  await field.press('Escape')
  await expect(drawer).toBeHidden()
  const openWithDraft = page.getByRole('button', { name: 'Yorumlar 0 gönderilmemiş yorum var' })
  await expect(openWithDraft).toBeFocused()
  await openWithDraft.click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
  const question = page.getByRole('alertdialog', { name: 'Kaydedilmemiş değişiklikler var' })
  await question.getByRole('button', { name: 'Sayfada kal' }).click()
  await expect(question).toBeHidden()

  await openWithDraft.click()
  await switchLanguage(page)
  await expect(page.getByRole('textbox', { name: 'New comment' })).toHaveValue('Kanat ucunda çizik')
  await switchLanguage(page)
  await drawer.getByRole('button', { name: 'Yorum ekle' }).click()
  const item = drawer.getByRole('listitem')
  await expect(item.getByText('Kanat ucunda çizik')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Yorumlar 1' })).toBeVisible()

  await item.getByRole('button', { name: 'Yorumu düzenle' }).click()
  const edited = item.getByRole('textbox', { name: 'Yorum' })
  await expect(edited).toBeFocused()
  await edited.fill('Kanat ucunda 4 cm çizik')
  await endSessionOnServer(page)
  await item.getByRole('button', { name: 'Kaydet' }).click()
  await sendSignInForm(page, kanat.operator)
  await expect(page).toHaveURL(/panel=comments/)
  await expect(edited).toHaveValue('Kanat ucunda 4 cm çizik')
  await item.getByRole('button', { name: 'Kaydet' }).click()
  await expect(item.getByText('Kanat ucunda 4 cm çizik')).toBeVisible()
  await expect(item.getByText('düzenlendi')).toBeVisible()

  await item.getByRole('button', { name: 'Yorumu sil' }).click()
  const deletion = page.getByRole('alertdialog', { name: 'Yorumu sil' })
  await expect(deletion).toContainText('Bu yorumu silmek istediğinizden emin misiniz?')
  await deletion.getByRole('button', { name: 'Yorumu sil' }).click()
  await expect(drawer.getByRole('heading', { name: 'Henüz yorum yok' })).toBeVisible()
  await expect(field).toBeFocused()
  await drawer.getByRole('button', { name: 'Yorumları kapat' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/panel=/)
})
