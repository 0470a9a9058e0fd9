import type { Page } from '@playwright/test'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const searchDialog = (page: Page) => page.getByRole('dialog', { name: /^(Panelde ara|Search the panel)$/ })

test('the panel search opens by Ctrl K, finds a turbine by keyboard alone and remembers the choice', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  const dialog = searchDialog(page)
  await expect(page.getByRole('button', { name: 'Ara…' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = dialog.getByRole('combobox', { name: 'Panelde ara' })
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('group', { name: 'Sayfalar' }).getByRole('option')).toHaveText([
    /^Türbinler/,
    /^Bulgular/,
    /^Kullanıcılar/,
    /^Şirketler/,
    /^Etkinlik/,
  ])

  await field.fill('IGDIR')
  const found = dialog.getByRole('group', { name: 'Türbinler' }).getByRole('option')
  await expect(found).toHaveText([/Iğdır Türbini/])
  await expect(dialog.getByRole('status')).toHaveText('1 sonuç')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Iğdır Türbini' })).toBeVisible()
  await expect(dialog).toBeHidden()

  // On another screen, the arrow keys choose among the recent choices and the screens.
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('group', { name: 'Son seçilenler' }).getByRole('option')).toHaveText([
    /Iğdır Türbini/,
  ])
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option', { name: 'Türbinler' })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('Escape closes the search and the focus returns; an open dialog is not left', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.superadmin)
  const dialog = searchDialog(page)
  const listSearch = page.getByRole('textbox', { name: 'Search turbines' })
  await listSearch.focus()
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('zeppelin')
  await expect(dialog.getByRole('status')).toHaveText('No results')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(listSearch).toBeFocused()

  const button = page.getByRole('button', { name: 'Search…' })
  await button.click()
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await page.getByRole('link', { name: 'Karaburun 4' }).hover()
  await page.getByRole('button', { name: 'Edit turbine Karaburun 4' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit turbine' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(dialog).toBeHidden()
})
