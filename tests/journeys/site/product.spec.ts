import en from '#content/product/en.json' with { type: 'json' }
import tr from '#content/product/tr.json' with { type: 'json' }
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const CASES = [
  { language: 'tr', path: '/product', words: tr, month: '3.600 TL', year: '36.720 TL', other: '/en/product' },
  { language: 'en', path: '/en/product', words: en, month: '3,600 TL', year: '36,720 TL', other: '/product' },
] as const

for (const { language, path, words, month, year, other } of CASES) {
  test(`the calculator says what a wind farm costs, and its address can be sent, ${language}`, {
    tag: language === 'tr' ? '@core' : [],
  }, async ({ page }) => {
    const { calculator, plans } = words.prices
    await storeLanguage(page, language)
    await page.goto(path)
    const group = page.getByRole('group', { name: calculator.title })
    const totals = group.getByRole('status')
    const turbines = group.getByLabel(calculator.turbines)
    await expect(turbines).toHaveValue('10')
    await turbines.fill('24')
    await expect(totals).toContainText(`${plans.starter}${month}`)
    await group.getByRole('checkbox', { name: calculator.yearly.replace('{percent}', '15') }).check()
    await expect(totals).toContainText(`${plans.starter}${year} ${calculator.a_year}`)
    await expect(page).toHaveURL(`${path}?turbines=24&yearly`)

    // What is no number of turbines has no price, and does not change the address.
    for (const typed of ['', '0', '1,5', 'x']) {
      await turbines.fill(typed)
      await expect(totals).toHaveText(/999/)
    }
    await expect(page).toHaveURL(`${path}?turbines=24&yearly`)

    await page.reload()
    await expect(turbines).toHaveValue('24')
    await expect(totals).toContainText(year)
    await page.getByRole('link', { name: language === 'tr' ? 'English' : 'Türkçe' }).click()
    await expect(page).toHaveURL(`${other}?turbines=24&yearly`)
  })
}

test('what is typed and chosen before hydration counts after it', async ({ page }) => {
  const { promise: done, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/_astro/price-calculator*.js', async (route) => {
    await done
    await route.continue()
  })
  await storeLanguage(page, 'tr')
  await page.goto('/product')
  const { calculator, plans } = tr.prices
  const group = page.getByRole('group', { name: calculator.title })
  await group.getByLabel(calculator.turbines).fill('24')
  await group.getByRole('checkbox', { name: calculator.yearly.replace('{percent}', '15') }).check()
  wake()
  await expect(group.getByRole('status')).toContainText(`${plans.starter}36.720 TL ${calculator.a_year}`)
})

test('the contents stay beside the page, and each place has its address', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await storeLanguage(page, 'tr')
  await page.goto('/product')
  const contents = page.getByRole('navigation', { name: tr.contents })
  await contents.getByRole('link', { name: tr.capabilities.dossier.title }).click()
  await expect(page).toHaveURL('/product#dossier')
  await expect(page.getByRole('heading', { name: tr.capabilities.dossier.title })).toBeInViewport()
  await contents.getByRole('link', { name: tr.groups.prices }).click()
  await expect(page.getByRole('heading', { name: tr.prices.title })).toBeInViewport()
  await page.setViewportSize({ width: 1023, height: 768 })
  await expect(contents).toBeHidden()
})
