import { addFinding, uploadPhotos } from '../support/by-api.ts'
import { holdAnswers } from '../support/disturbances.ts'
import { expect, lightboxOf, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

// An answer that comes late finds its screen gone. It must not change the address of the screen on which the user is by then.

test('a slow deletion of a photo opens nothing after Back', async ({ page, kanat }) => {
  await uploadPhotos(page.request, kanat.admin, ['a.jpg', 'b.jpg'])
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Fotoğraflar')
  await page.getByRole('button', { name: 'a.jpg fotoğrafını aç' }).click()
  const held = await holdAnswers(page, { method: 'DELETE', path: /\/photos$/ })
  await lightboxOf(page).getByRole('button', { name: 'Fotoğrafı sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect.poll(() => held.requests.length).toBe(1)

  await page.goBack()
  await expect(lightboxOf(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await held.release()
  await expect(page.getByText('Fotoğraf Silindi')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Fotoğraflar')
  await expect(page.getByRole('button', { name: 'b.jpg fotoğrafını aç' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'a.jpg fotoğrafını aç' })).toHaveCount(0)
})

test('a slow deletion of a finding goes no step further back than the user went', async ({ page, kanat }) => {
  await addFinding(page.request, kanat.operator, {
    blade: 'A',
    side: 'SS',
    type: 'oil',
    from_m: 12,
    severity: 1,
    year: 2026,
    found_on: '2026-05-11',
  })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Bulgular')
  const section = page.getByRole('region', { name: 'Bulgular' })
  await section.getByRole('button', { name: /^A-SS-001, derece 1/ }).click()
  const drawer = page.getByRole('dialog', { name: 'A-SS-001' })
  const held = await holdAnswers(page, { method: 'DELETE', path: /\/findings\/\d+$/ })
  await drawer.getByRole('button', { name: 'Bulguyu sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bulguyu sil' }).click()
  await expect.poll(() => held.requests.length).toBe(1)

  await page.goBack()
  await expect(drawer).toBeHidden()
  const { pathname } = new URL(page.url())
  await held.release()
  await expect(section.getByRole('button', { name: /^A-SS-001/ })).toHaveCount(0)
  // The query names the tab.
  await expect(page).toHaveURL((url) => url.pathname === pathname)
})
