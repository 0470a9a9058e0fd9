import { glob, readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** A dialog with a form: how it opens, and what makes it wrong before it is sent. A new one needs one entry. */
interface Form {
  path: string
  /** What makes the dialog open. */
  before?: (page: Page) => Promise<unknown>
  open: string | RegExp
  /** The button that sends the form. */
  submit: string
  spoil?: (field: (name: string) => Locator, page: Page) => Promise<unknown>
  /** What is said, beside a field. */
  says: string
}

const YEAR = String(new Date().getFullYear())

/** By the file of the dialog. */
const FORMS: Record<string, Form[]> = {
  'frame/proof/proof-dialog.tsx': [
    {
      path: '/dashboard/account',
      before: (page) =>
        page.route('**/api/account/totp*', (route) =>
          route.fulfill({
            status: 403,
            json: { success: false, error: 'fresh_proof_required', message: 'x' },
          }),
        ),
      open: 'Kur',
      submit: 'Doğrula',
      says: 'Bu alan zorunludur.',
    },
  ],
  'account/totp-dialog.tsx': [
    {
      path: '/dashboard/account',
      before: (page) => page.unroute('**/api/account/totp*'),
      open: 'Kur',
      submit: 'Doğrula',
      says: 'Bu alan zorunludur.',
    },
  ],
  'users/add-user-dialog.tsx': [
    {
      path: '/dashboard/users',
      open: 'Kullanıcı ekle',
      submit: 'Kullanıcı ekle',
      says: 'Tüm alanları doldurun',
    },
  ],
  'users/edit-user-dialog.tsx': [
    {
      path: '/dashboard/users',
      open: /kullanıcısını düzenle$|^Operatör/,
      submit: 'Kaydet',
      spoil: (field) => field('Soyad').fill(' '),
      says: 'Tüm alanlar gereklidir',
    },
  ],
  'users/set-password-dialog.tsx': [
    {
      path: '/dashboard/users',
      open: /şifresini değiştir$/,
      submit: 'Kaydet',
      says: 'Yeni şifre gereklidir',
    },
  ],
  'companies/company-dialog.tsx': [
    {
      path: '/dashboard/companies',
      open: 'Şirket ekle',
      submit: 'Şirket ekle',
      says: 'Şirket adı gereklidir',
    },
    {
      path: '/dashboard/companies',
      open: 'Şirket ekle',
      submit: 'Şirket ekle',
      spoil: (field) => field('Şirket adı').fill('Bora Enerji'),
      says: 'Tekrar Eden Kayıt',
    },
  ],
  'turbine-list/dialogs/add-turbine-dialog.tsx': [
    {
      path: '/dashboard',
      open: 'Türbin ekle',
      submit: 'Türbin ekle',
      spoil: async (field) => {
        for (const name of ['Şehir', 'Kod', 'Konum']) await field(name).fill('x')
        await field('Oda sayısı').fill('0')
      },
      says: 'Oda sayısı 1 veya daha büyük olmalıdır',
    },
  ],
  'turbine-list/dialogs/edit-turbine-dialog.tsx': [
    {
      path: '/dashboard',
      open: 'Karaburun 4 türbinini düzenle',
      submit: 'Kaydet',
      spoil: (field) => field('Konum').fill(''),
      says: 'Bu alan zorunludur.',
    },
  ],
  'reports/making/make-report-dialog.tsx': [
    {
      path: `/dashboard/turbine/1?reports=${YEAR}`,
      open: 'Denetim raporu hazırla',
      submit: 'Raporu hazırla',
      spoil: async (_field, page) => {
        await page.getByLabel('İlk gün').fill(`${YEAR}-05-02`)
        await page.getByLabel('Son gün').fill(`${YEAR}-05-01`)
      },
      says: 'Son gün ilk günden önce olamaz.',
    },
  ],
}

/** It needs a published inspection: `inspections/links.spec.ts`. */
const TRIED_ELSEWHERE = ['links/share-link-dialog.tsx']

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

test('every dialog with the form of a record is tried here', { tag: '@core' }, async () => {
  const forms = []
  for await (const file of glob('**/*-dialog.tsx', { cwd: 'panel' }))
    if ((await readFile(`panel/${file}`, 'utf8')).match(/\buseRecordForm[<(]/)) forms.push(file)
  expect([...Object.keys(FORMS), ...TRIED_ELSEWHERE].sort()).toEqual(forms.sort())
})

test('a wrong field is said once, beside it, in every form', async ({ page, kanat }) => {
  provoke(page, 400, 403, 409)
  await signIn(page, kanat.superadmin)
  for (const [file, forms] of Object.entries(FORMS))
    for (const { path, before, open, submit, spoil, says } of forms)
      await test.step(`${file}: ${says}`, async () => {
        await page.goto(path)
        await before?.(page)
        await page.getByRole('button', { name: open, exact: true }).last().click()
        const dialog = page.getByRole('dialog')
        await spoil?.((name) => dialog.getByRole('textbox', { name, exact: true }), page)
        await dialog.getByRole('button', { name: submit, exact: true }).click()
        await expect(dialog.getByText(says)).toHaveCount(1)
        await expect(dialog.locator('[aria-invalid="true"]').first()).toBeFocused()
        await expect(dialog.getByRole('alert')).toHaveCount(0)
      })
})
