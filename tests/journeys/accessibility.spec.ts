import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Turbine } from '#domain/turbine.ts'
import { jpeg } from '../builders.ts'
import { expect, finishAnimations, photoViewer, signIn, storeLanguage, test } from './kanat.ts'

/** @param popup true while a menu or a list is open, because these are outside of the page's landmarks */
async function expectNoViolations(page: Page, popup = false) {
  // axe reads names and visibility one after the other: what appears in between would be a fault.
  await finishAnimations(page)
  const { violations } = await new AxeBuilder({ page })
    .disableRules(popup ? ['region'] : [])
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    // The server shows this page only after an internal error.
    await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
    await page.goto('/')
    for (const path of ['', '/about', '/contact', '/faq', '/privacy', '/nothing', '/broken']) {
      for (const [language, prefix] of [
        ['tr', ''],
        ['en', '/en'],
      ] as const) {
        await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
        await page.goto(`${prefix}${path}` || '/')
        await expectNoViolations(page)
      }
    }
  })

  test(`axe finds nothing in form errors, opened answers and an empty search, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'tr')
    await page.goto('/contact')
    await page.getByLabel('E-posta').fill('yanlış')
    await page.getByRole('button', { name: 'Gönder' }).click()
    await expect(page.getByText('Adınızı yazın.')).toBeVisible()
    await expectNoViolations(page)

    await page.goto('/faq')
    for (const question of await page.getByRole('main').getByRole('heading', { level: 3 }).all())
      await question.click()
    await expectNoViolations(page)
    await page.goto('/faq?q=zeppelin')
    await expect(page.getByText('Aradığınız soru bulunamadı')).toBeVisible()
    await expectNoViolations(page)
  })

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
      await expect(page.getByRole('menuitem')).toBeVisible()
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

  test(`axe finds nothing on the map and in the search from anywhere, ${theme}`, async ({ page, kanat }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'en')
    await page.route('**/api/turbines', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: Turbine[] }
      const coordinates = ['38.3712,26.4519', '38.3745,26.4583', '39.3547,37.2261', null]
      const turbines = coordinates.map((place, id) => ({ ...data[0], id: id + 1, coordinates: place }))
      await route.fulfill({ response: answer, json: { success: true, data: turbines } })
    })
    await signIn(page, kanat.superadmin)
    for (const language of ['en', 'tr']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/dashboard?view=map')
      const map = page.getByRole('region', { name: /^(Turbine map|Türbin haritası)$/ })
      await map.getByRole('link').focus()
      await page.getByText(/^(1 turbine not on the map|Haritada olmayan 1 türbin)$/).click()
      await expectNoViolations(page)

      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').fill('karaburun')
      await expect(dialog.getByRole('option')).toHaveCount(4)
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
    await page.route('**/api/auth/login', (route) =>
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
    await page.unroute('**/api/auth/login')

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
