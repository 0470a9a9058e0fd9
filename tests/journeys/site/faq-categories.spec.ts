import { expect } from '@playwright/test'
import { readQuestions } from '../../support/content.ts'
import { storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

/** Search texts, each with the category that it must find. */
const SEARCHES = {
  monitoring: ['izleme', 'İZLEME', 'IZLEME', 'monitoring', 'MONITORING'],
  pricing: ['fiyatlandırma', 'FİYATLANDIRMA', 'fiyatlandirma', 'pricing'],
  security: ['güvenlik', 'GUVENLIK', 'security'],
  panorama: ['360 görüntüleme', '360 views'],
  support: ['teknik destek', 'technical support'],
}

for (const { address, locale } of [
  { address: '/faq', locale: 'tr' },
  { address: '/en/faq', locale: 'en' },
]) {
  test(`a search for a category finds every question of it, ${locale}`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale })
    await page.goto(address)
    for (const [category, searches] of Object.entries(SEARCHES)) {
      const questions = page.locator(`[data-category=${category}] details`)
      // The filter hides questions and removes none.
      const all = (await questions.all()).length
      expect(all).toBeGreaterThan(0)
      for (const search of searches) {
        await page.getByRole('searchbox').fill('zeppelin')
        await expect(page.locator('[data-category] details').filter({ visible: true })).toHaveCount(0)
        await page.getByRole('searchbox').fill(search)
        await expect(questions.filter({ visible: true })).toHaveCount(all)
      }
    }
    await page.close()
  })
}

test('a search finds a question by its synonyms', async ({ page }) => {
  await storeLanguage(page, 'tr')
  await page.goto('/faq')
  const shown = page.locator('[data-category] details').filter({ visible: true })
  for (const { question, synonyms } of readQuestions('tr')) {
    expect(synonyms.length).toBeGreaterThan(0)
    for (const synonym of synonyms) {
      await page.getByRole('searchbox').fill(synonym.toUpperCase())
      await expect(shown.filter({ hasText: question }), synonym).toBeVisible()
    }
  }
})
