import { addFinding } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { fillInFinding } from '../support/finding-form.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'
import {
  drag,
  findingForm,
  kept,
  openPhoto,
  picture,
  placesOn,
  TURBINE_PAGE,
  typeField,
} from '../support/marking.ts'

test('a draft that was set aside is marked on photo and page', async ({ page, kanat }) => {
  await openPhoto(page, kanat.operator)
  const list = lightboxOf(page).getByRole('button', { name: /^Bulgular/ })
  const row = lightboxOf(page).getByRole('button', { name: /Çizik, oyuk.*Taslak: kaydedilmedi/ })
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture(page), [0.2, 0.2], [0.3, 0.3])
  await drag(page, from, to)
  await expect(typeField(page)).toBeFocused()
  await page.keyboard.type('çizik')
  await page.keyboard.press('3')
  await findingForm(page).getByRole('button', { name: 'Taslak kalsın' }).click()
  await expect(findingForm(page)).toBeHidden()
  await list.click()
  await expect(row).toBeVisible()
  await page.reload()
  await expect(row).toBeVisible()

  await lightboxOf(page).getByRole('button', { name: 'Kapat', exact: true }).last().click()
  await expect(lightboxOf(page)).toBeHidden()
  const mark = page.getByText('1 bulgu taslağı kaydedilmedi')
  await expect(mark).toBeVisible()
  await page.reload()
  await expect(mark).toBeVisible()
  await page.getByRole('button', { name: 'Çizik, oyuk' }).click()
  await expect(row).toBeVisible()
  await row.click()
  await expect(typeField(page)).toHaveValue('Çizik, oyuk')
})

test('a finding and a status wait for a connection, and go once', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  const stored = await addFinding(page.request, kanat.operator, {
    blade: 'A',
    side: 'LE',
    type: 'le-erosion',
    severity: 2,
  })
  await signIn(page, kanat.operator, `${TURBINE_PAGE}?section=findings`)
  const { dialog } = await fillInFinding(page)
  provoke(page, 'network')
  const isWrite = (method: string) => method === 'POST' || method === 'PUT'
  await page
    .context()
    .route(/\/api\/turbines\/1\/findings/, (route) =>
      isWrite(route.request().method()) ? route.abort() : route.fallback(),
    )
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 bulgu bekliyor')).toBeVisible()

  await page.goto(`${TURBINE_PAGE}?finding=${stored.id}`)
  const drawer = page.getByRole('dialog', { name: stored.number })
  const status = drawer.getByRole('group', { name: 'Durum' })
  await status.getByRole('radio', { name: 'Onarıldı' }).check()
  await expect(page.getByText('2 bulgu bekliyor')).toBeVisible()
  await expect(drawer.getByText('Bağlantı bekliyor')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 bulgu bekliyor')).toBeVisible()
  await expect(status.getByRole('radio', { name: 'Onarıldı' })).toBeChecked()

  await page.context().unroute(/\/api\/turbines\/1\/findings/)
  const states = async () => (await kept(page)).map(({ number, status }) => [number, status]).sort()
  await expect.poll(states).toEqual([
    [stored.number, 'repaired'],
    ['C-SS-001', 'open'],
  ])
  await expect(page.getByText('2 bulgu bekliyor')).toBeHidden()
  await page
    .getByRole('dialog')
    .filter({ hasText: 'C-SS-001 kaydedildi' })
    .getByRole('button', { name: 'Geri al' })
    .click()
  await expect.poll(states).toEqual([[stored.number, 'repaired']])
})

test('what was added or changed can be undone, and begun again', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${TURBINE_PAGE}?section=findings`)
  const undo = (title: string) =>
    page.getByRole('dialog').filter({ hasText: title }).getByRole('button', { name: 'Geri al' })
  const { section, dialog } = await fillInFinding(page)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog).toBeHidden()
  await undo('C-SS-001 kaydedildi').click()
  await expect.poll(() => kept(page)).toEqual([])
  // It can be begun again with all that was typed.
  await page.getByRole('button', { name: 'Yeniden aç' }).click()
  await page.getByRole('button', { name: 'Yıldırım izi, yanık' }).click()
  const again = page.getByRole('dialog', { name: 'Bulgu ekle', exact: true })
  await expect(again.getByRole('combobox', { name: 'Yüzey' })).toHaveValue('SS')
  await again.getByRole('button', { name: 'Kaydet' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByText('1 bulgu taslağı kaydedilmedi')).toBeHidden()
  await expect.poll(async () => (await kept(page)).length).toBe(1)

  await section.getByRole('table').getByRole('button', { name: 'C-SS-002' }).click()
  const drawer = page.getByRole('dialog', { name: 'C-SS-002', exact: true })
  await drawer.getByRole('radio', { name: 'Onarıldı' }).check()
  await expect.poll(async () => (await kept(page))[0]?.status).toBe('repaired')
  await undo('C-SS-002 kaydedildi').first().click()
  await expect.poll(async () => (await kept(page))[0]?.status).toBe('open')
  await drawer.getByRole('button', { name: 'Düzenle' }).click()
  const edit = page.getByRole('dialog', { name: /C-SS-002.*düzenle/i })
  await edit.getByRole('textbox', { name: 'Açıklama' }).fill('Uçta iki iz.')
  await edit.getByRole('button', { name: 'Kaydet' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(async () => (await kept(page))[0]?.text).toBe('Uçta iki iz.')
  await undo('C-SS-002 kaydedildi').first().click()
  await expect.poll(async () => (await kept(page))[0]?.text).toBe('')
})
