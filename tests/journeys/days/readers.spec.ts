import { addTurbineOnMap, addUser, uploadPhotos } from '../support/by-api.ts'
import {
  expect,
  lightboxOf,
  openTab,
  signInByForm,
  signOut,
  storeLanguage,
  switchLanguage,
  test,
} from '../support/kanat.ts'

test('the day of a customer: sees the turbines of their company, filters them, opens map and photos, and changes the password', {
  tag: '@core',
}, async ({ page, request, kanat }) => {
  await addTurbineOnMap(request, kanat.admin)
  await uploadPhotos(request, kanat.operator, ['b.jpg', 'a.jpg'])
  await storeLanguage(page, 'tr')
  await signInByForm(page, kanat.customer)
  const names = page.getByRole('list', { name: /^(Türbinler|Turbines)$/ }).getByRole('heading')
  await expect(names).toHaveText(['Çeşme 1', 'Iğdır Türbini', 'Karaburun 4'])
  await expect(page.getByRole('combobox', { name: 'Şirket' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Şehir' }).selectOption({ label: 'İzmir (2)' })
  await expect(names).toHaveText(['Çeşme 1', 'Karaburun 4'])
  await page.getByRole('radio', { name: 'Harita' }).click()
  const map = page.getByRole('region', { name: 'Türbin haritası' })
  await map.getByRole('link', { name: 'Çeşme 1: Aktif' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Çeşme 1' })).toBeVisible()

  await switchLanguage(page)
  await openTab(page, 'Photos')
  await expect(page.getByText('No photos found')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Turbines', exact: true }).click()
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete) turbine/ })).toHaveCount(0)
  await page.getByRole('link', { name: /^Karaburun 4/ }).click()
  await openTab(page, 'Photos')
  await page.getByRole('button', { name: 'Open a.jpg' }).click()
  await expect(lightboxOf(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(lightboxOf(page).getByRole('heading', { level: 2, name: 'b.jpg' })).toBeVisible()
  await expect(lightboxOf(page).getByRole('button', { name: 'Delete photo' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(lightboxOf(page)).toBeHidden()
  await expect(page.getByLabel(/^Choose photos/)).toHaveCount(0)

  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const password = 'fırtına-7'
  await page.getByRole('textbox', { name: 'Current password' }).fill(kanat.customer.password)
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Repeat new password' }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  // It gives the focus back when it has gone, which closes a menu.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/account')
  await signOut(page)
  await expect(page).toHaveURL('/en')
  await signInByForm(page, { ...kanat.customer, password })
  await expect(names).toHaveCount(3)
})

test('the day of a viewer: reads all, changes nothing', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.operator, ['a.jpg'])
  const { company_id } = kanat.admin
  const viewer = await addUser(request, kanat.superadmin, { role: 'viewer', company_id })
  await storeLanguage(page, 'en')
  await signInByForm(page, viewer)
  await page.getByRole('radio', { name: 'List' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete) turbine/ })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search the panel' })
  await search.getByRole('combobox').fill('enerji')
  await expect(search.getByRole('group')).toHaveCount(1)
  await expect(search.getByRole('group', { name: 'Turbines' }).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()

  await switchLanguage(page)
  await page.getByRole('link', { name: 'Karaburun 4', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('link')).toHaveText([
    'Türbinler',
    'Bulgular',
    'Denetimler',
  ])
  await expect(page.getByLabel(/için fotoğraf seç$/)).toHaveCount(0)
  await openTab(page, 'Fotoğraflar')
  await page.getByRole('button', { name: 'a.jpg fotoğrafını aç' }).click()
  await expect(lightboxOf(page).getByRole('heading', { level: 2, name: 'a.jpg' })).toBeVisible()
  await expect(lightboxOf(page).getByRole('button', { name: 'Fotoğrafı sil' })).toHaveCount(0)
  const downloaded = page.waitForEvent('download')
  await lightboxOf(page).getByRole('link', { name: 'Özgün dosyayı indir' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toBe('a.jpg')
  for (const address of ['/dashboard/users', '/dashboard/audit']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Yetkisiz Erişim' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  }
})
