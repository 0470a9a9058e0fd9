import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { jpeg } from '../builders.ts'
import { expect, photoViewer, signIn, speak, test } from './kanat.ts'

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    for (const [path, language] of [
      ['/', 'tr'],
      ['/en', 'en'],
      ['/nothing', 'tr'],
    ] as const) {
      await speak(page, language)
      await page.goto(path)
      await expectNoViolations(page)
    }
  })

  test(`axe finds nothing in the panel, ${theme}`, async ({ page, kanat }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await speak(page, 'tr')
    await page.goto('/login')
    await expect(page.getByLabel('E-posta')).toBeVisible()
    await expectNoViolations(page)

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
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page)
  })
}
