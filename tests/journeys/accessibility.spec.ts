import { jpeg } from '../builders.ts'
import { expectNoViolations } from './axe.ts'
import { uploadPhotos } from './by-api.ts'
import { expect, photoViewer, signIn, storeLanguage, test } from './kanat.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the list, the menu and a form with errors, ${theme}`, async ({
    page,
    kanat,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'en')
    await signIn(page, kanat.superadmin)
    for (const language of ['en', 'tr']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/dashboard?view=list')
      await expect(page.getByRole('link', { name: 'Karaburun 4' })).toBeVisible()
      await expectNoViolations(page)
      await page.getByRole('button', { name: /(account menu|hesap menüsü)$/ }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      await expectNoViolations(page, true)
      await page.keyboard.press('Escape')

      await page
        .getByRole('button', { name: /^Edit turbine Karaburun 4$|^Karaburun 4 türbinini düzenle$/ })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: /^(Code|Kod)$/ }).fill('')
      await dialog.getByRole('button', { name: /^(Save|Kaydet)$/ }).click()
      await expect(dialog.getByText(/^(This field is required|Bu alan zorunludur)\.$/)).toBeVisible()
      await expectNoViolations(page)
      await dialog.getByRole('combobox', { name: /^(Status|Durum)$/ }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
      await expectNoViolations(page, true)
    }
  })

  test(`axe finds nothing on the screens for passwords, ${theme}`, async ({ page, kanat }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await page.goto('/password-reset')
    for (const language of ['tr', 'en']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/password-reset')
      await page.getByRole('button', { name: /^(Yeni şifre gönder|Send new password)$/ }).click()
      await expect(page.getByText(/^(E-posta adresi gereklidir|Email address is required)$/)).toBeVisible()
      await expectNoViolations(page)
      await page.getByRole('textbox').fill('nobody@kanat.example')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^(Tekrar gönder|Send again)$/ }).click()
      await expect(page.getByText(/^(Yeniden istendi|Requested again)/)).toBeVisible()
      await expectNoViolations(page)
    }
    await signIn(page, kanat.admin)
    for (const language of ['tr', 'en']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/dashboard/password')
      await page.getByRole('button', { name: /^(Şifreyi değiştir|Change password)$/ }).click()
      await expect(page.getByText(/^(Yeni şifre gereklidir|New password is required)$/)).toBeVisible()
      await expectNoViolations(page)

      await page.route('**/api/auth/validate-session', (route) =>
        route.fulfill({
          status: 403,
          json: { success: false, error: 'password_change_required', message: 'x' },
        }),
      )
      await page.goto('/dashboard')
      await page
        .getByRole('button', { name: /^(Şifreyi kaydet ve devam et|Save password and continue)$/ })
        .click()
      await expect(page.getByText(/^(Yeni şifre gereklidir|New password is required)$/)).toBeVisible()
      await expectNoViolations(page)
      await page.unroute('**/api/auth/validate-session')
      await page.evaluate(() => {
        const user = JSON.parse(localStorage.getItem('kanat.user') ?? '{}')
        localStorage.setItem('kanat.user', JSON.stringify({ ...user, must_change_password: false }))
      })
    }
  })

  test(`axe finds nothing in the cards, the filters and the dialogs of the dashboard, ${theme}`, async ({
    page,
    kanat,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'en')
    await signIn(page, kanat.superadmin)
    for (const language of ['en', 'tr']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/dashboard?city=izmir')
      const card = page.getByRole('listitem').filter({ hasText: 'Karaburun 4' })
      await card.hover()
      await expectNoViolations(page)
      await page.getByRole('button', { name: /^(Add turbine|Türbin ekle)$/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await card.getByRole('button', { name: /^Delete turbine|türbinini sil$/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectNoViolations(page)
    }
  })

  test(`axe finds nothing on the page of a turbine, ${theme}`, async ({ page, request, kanat }) => {
    await uploadPhotos(request, kanat.admin, ['a.jpg', 'b.jpg'])
    await uploadPhotos(request, kanat.admin, ['d.jpg'], { category: 'drone', blade: 'C' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await signIn(page, kanat.admin)
    for (const language of ['en', 'tr']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/dashboard/turbine/1?mode=full')
      const checkbox = page.getByRole('checkbox', { name: /^Select a\.jpg|^a\.jpg fotoğrafını seç/ })
      await checkbox.click()
      await expect(checkbox).toBeChecked()
      await expectNoViolations(page)
      await page.goto('/dashboard/turbine/1?mode=simple')
      await expect(page.getByRole('heading', { name: /^360°/ })).toBeVisible()
      await expectNoViolations(page)
    }
  })

  test(`axe finds nothing in the panel, ${theme}`, async ({ page, kanat }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'tr')
    await page.goto('/login')
    await expect(page.getByLabel('E-posta')).toBeVisible()
    await expectNoViolations(page)
    await page.route('**/api/auth/login*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '600' },
        json: { success: false, error: 'too_many_requests', message: 'x' },
      }),
    )
    await page.getByLabel('E-posta').fill('ada@kanat.example')
    await page.getByLabel('Şifre').fill('rüzgâr')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeVisible()
    await page.getByRole('button', { name: 'Şifreyi göster' }).click()
    await expectNoViolations(page)
    await page.unroute('**/api/auth/login*')

    await signIn(page, kanat.admin)
    await expect(page.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
    await expectNoViolations(page)

    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    const block = page.getByRole('region', { name: 'Kanat A' })
    const buffer = await jpeg({ width: 1200, height: 800 })
    await block.getByLabel('Kanat A için fotoğraf seç').setInputFiles([
      { name: 'one.jpg', mimeType: 'image/jpeg', buffer },
      { name: 'iki kelime.jpg', mimeType: 'image/jpeg', buffer },
    ])
    await expect(block.getByText(/1 dosya atlandı/)).toBeVisible()
    await expectNoViolations(page)
    await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
    await block.getByRole('button', { name: 'one.jpg fotoğrafını aç' }).click()
    await expect(photoViewer(page)).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('i')
    await expect(photoViewer(page).getByRole('region', { name: 'Ayrıntılar' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page)
  })
}
