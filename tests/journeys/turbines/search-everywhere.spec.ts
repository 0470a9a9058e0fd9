import type { Page } from '@playwright/test'
import { jpeg, pdf } from '../../support/builders.ts'
import { addFinding, addRecord, publishInspection, uploadNamed, uploadReport } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const searchDialog = (page: Page) => page.getByRole('dialog', { name: /^(Panelde ara|Search the panel)$/ })

/** The shortcut works as soon as the button is there. */
async function openSearch(page: Page) {
  await expect(page.getByRole('button', { name: /^(Ara…|Search…)$/ })).toBeVisible()
  await page.keyboard.press('Control+k')
}

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
    /^Denetimler/,
    /^Kullanıcılar/,
    /^Şirketler/,
    /^Etkinlik/,
    /^Sistem/,
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

test('Escape closes the search, and the focus returns; no dialog is left', async ({ page, kanat }) => {
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

/** What a superadmin may do. */
const ACTIONS = [
  'Türbin ekle',
  'Tablodan türbin ekle',
  'Kullanıcı ekle',
  'Şirket ekle',
  /^Denetim raporu hazırla/,
  /^Denetim yayınla/,
  'Onay bekleyen denetimler',
  'Geciken bulgular',
  'Hesabım',
]
const FORMS = [
  { typed: 'türbin ekle', name: 'Türbin ekle', address: '/dashboard' },
  { typed: 'yeni kullanıcı', name: 'Kullanıcı ekle', address: '/dashboard/users' },
  { typed: 'sirket', name: 'Şirket ekle', address: '/dashboard/companies' },
]

test('the search finds and opens a finding by its code, a report by its name', async ({ page, kanat }) => {
  const finding = { blade: 'B', side: 'PS', type: 'le-erosion', severity: 3, year: 2025 } as const
  await addFinding(page.request, kanat.admin, finding)
  await addFinding(page.request, kanat.admin, { ...finding, side: 'TE' })
  await publishInspection(page.request, kanat.admin, finding.year)
  await uploadReport(page.request, kanat.admin, { name: 'nose-2024.pdf', year: '2024', bytes: pdf() })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.customer)
  const dialog = searchDialog(page)
  const options = (group: string) => dialog.getByRole('group', { name: group }).getByRole('option')
  await openSearch(page)
  await dialog.getByRole('combobox').fill('b-ps-1')
  await expect(options('Bulgular')).toHaveText([/^KRB-04 · B-PS-001/])
  await expect(options('Bulgular')).toContainText('Hücum kenarı erozyonu')
  await expect(dialog.getByRole('status')).toHaveText(/^1 (sonuç|result)$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/turbine\/1\?finding=\d+&year=2025&section=findings/)
  await expect(page.getByRole('dialog', { name: 'B-PS-001' })).toBeVisible()

  await openSearch(page)
  // The server searches findings, so a stored choice would have no title.
  await expect(dialog.getByRole('group', { name: 'Son seçilenler' })).toHaveCount(0)
  await dialog.getByRole('combobox').fill('krb-04 2024 nose')
  await expect(options('Raporlar')).toHaveText([/^nose-2024\.pdf/])
  await page.keyboard.press('Enter')
  const section = page.getByRole('region', { name: 'Raporlar' })
  await expect(section.getByRole('heading', { name: 'nose-2024.pdf' })).toBeVisible()
})

test('the search finds findings by their type, photos by name and comments, and opens each', async ({
  page,
  kanat,
}) => {
  await addFinding(page.request, kanat.admin, {
    blade: 'B',
    side: 'PS',
    type: 'crack-transverse',
    severity: 4,
    year: 2025,
  })
  await uploadNamed(page.request, kanat.admin, { 'DJI_0412.jpg': await jpeg() })
  await addRecord(page.request, kanat.admin, '/api/turbines/1/comments', {
    comment: 'İkinci vinç salı günü gelir.',
    audience: 'all',
  })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  const dialog = searchDialog(page)
  for (const { typed, group, found, address } of [
    {
      typed: 'catlak',
      group: 'Bulgular',
      found: /^KRB-04 · B-PS-001.*Enine çatlak/,
      address: /finding=\d+&year=2025/,
    },
    { typed: '0412', group: 'Fotoğraflar', found: /^DJI_0412\.jpg/, address: /turbine\/1\?photo=\d+/ },
    {
      typed: 'ikinci vinc',
      group: 'Yorumlar',
      found: /^İkinci vinç salı günü gelir\./,
      address: /panel=comments/,
    },
  ]) {
    await openSearch(page)
    await dialog.getByRole('combobox').fill(typed)
    await expect(dialog.getByRole('group', { name: group }).getByRole('option')).toHaveText([found])
    await expect(dialog.getByRole('status')).toHaveText('1 sonuç')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await page.goto('/dashboard')
  }
})

test('the panel search offers what the user may do, and opens its form', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/audit')
  const dialog = searchDialog(page)
  const actions = dialog.getByRole('group', { name: 'İşlemler' }).getByRole('option')
  await openSearch(page)
  await expect(actions).toHaveText(ACTIONS)
  for (const { typed, name, address } of FORMS) {
    await dialog.getByRole('combobox').fill(typed)
    await expect(actions.first()).toHaveText(name)
    await actions.first().click()
    await expect(page).toHaveURL(`${address}?form=add`)
    const form = page.getByRole('dialog', { name, exact: true })
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(address)
    await openSearch(page)
  }
  await dialog.getByRole('combobox').fill('parola')
  await actions.click()
  await expect(page).toHaveURL('/dashboard/account')
  // What needs an inspection leads to the list of them, and from a turbine to its own.
  await openSearch(page)
  await dialog.getByRole('combobox').fill('yayınla')
  await expect(actions).toHaveText([/^Denetim yayınla.*önce denetimi seçin/])
  await actions.click()
  await expect(page).toHaveURL('/dashboard/inspections?waits=team')
  await page.goto('/dashboard/turbine/1?year=2025')
  await openSearch(page)
  await dialog.getByRole('combobox').fill('rapor hazırla')
  await actions.click()
  await expect(page).toHaveURL('/dashboard/turbine/1?year=2025&section=reports')
})

test('the panel search offers a customer no form for what customers may not do', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.customer, '/dashboard/password')
  const dialog = searchDialog(page)
  await openSearch(page)
  await expect(dialog.getByRole('group', { name: 'İşlemler' }).getByRole('option')).toHaveText([
    'Geciken bulgular',
    'Hesabım',
  ])
})
