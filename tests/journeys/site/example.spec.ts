import type { Page } from '@playwright/test'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const WIDTHS = [320, 390, 1024, 1440, 2560]

const opened = (page: Page) => page.getByRole('article')
const marks = (page: Page) => page.getByRole('group').getByRole('link')

for (const javaScriptEnabled of [true, false]) {
  test(`a stranger looks at an inspection ${javaScriptEnabled ? 'with' : 'without'} script`, {
    tag: javaScriptEnabled ? [] : '@core',
  }, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale: 'tr', javaScriptEnabled })
    await page.goto('/demo')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Silivri 1, 2026 denetimi')
    // The first look is at a damage that has grown: both years beside each other.
    await expect(opened(page)).toHaveCount(1)
    await expect(opened(page).getByRole('figure').filter({ hasText: '2025' })).toBeVisible()
    await expect(opened(page)).toContainText('2025 yılına göre +105 mm')

    await marks(page).filter({ hasText: '4' }).first().click()
    await expect(page).toHaveURL(/#a-le-004$/)
    await expect(opened(page)).toHaveAccessibleName('A-LE-004 Hücum kenarı erozyonu')
    await expect(opened(page)).toBeInViewport()
    await expect(opened(page).getByRole('img')).toBeInViewport()
    await page.goBack()
    await expect(opened(page)).toContainText('+105 mm')
    await page.close()
  })
}

test('the marks name their findings and never cover each other', async ({ page }) => {
  await storeLanguage(page, 'tr')
  await page.goto('/demo')
  await expect(
    page.getByRole('link', { name: 'Derece 4: Ağır, A-LE-004 Hücum kenarı erozyonu' }),
  ).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const row of await page.getByRole('group').all()) {
      const blade = await row.boundingBox()
      const boxes = await row.getByRole('link').evaluateAll((links) =>
        links.map((link) => {
          const { left, right } = link.getBoundingClientRect()
          return { left, right }
        }),
      )
      for (const [index, { left, right }] of boxes.entries()) {
        expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? blade?.x ?? 0)
        expect(right).toBeLessThanOrEqual((blade?.x ?? 0) + (blade?.width ?? 0) + 1)
      }
    }
  }
})

for (const [language, path, action] of [
  ['tr', '/demo', 'Raporu indir'],
  ['en', '/en/demo', 'Download the report'],
] as const)
  test(`the report can be downloaded, ${language}`, async ({ page }) => {
    await storeLanguage(page, language)
    await page.goto(path)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: action }).click()
    const name = (await download).suggestedFilename()
    expect(name).toBe(`T12-2026-2-${language}.pdf`)
  })
