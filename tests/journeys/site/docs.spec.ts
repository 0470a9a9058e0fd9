import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

test('an operator finds a section of the docs, and goes there', async ({ page }) => {
  await storeLanguage(page, 'tr')
  await page.goto('/docs')
  // A reader of Turkish is not sent away: there is no Turkish page.
  await expect(page).toHaveURL('/docs')
  const asked = page.waitForRequest(/\/docs\/search\.json$/)
  const search = page.getByRole('searchbox', { name: 'Search the documentation' })
  await search.focus()
  await asked
  await search.fill('SIGNING key')
  const results = page.getByRole('search').getByRole('listitem')
  await expect(results.first()).toContainText('The signing key')
  await expect(results.first().locator('mark')).toHaveText(/signing|key/i)
  await expect(page.getByRole('status')).toHaveText(/^\d+ sections$/)
  await search.fill('zeppelin')
  await expect(page.getByRole('status')).toHaveText('Nothing found.')
  await search.fill('signing key')
  await search.press('Enter')
  await expect(page).toHaveURL('/docs/operations#the-signing-key')
  await expect(page.getByRole('heading', { name: 'The signing key' })).toBeInViewport()
  await page.goBack()
  await expect(search).toHaveValue('signing key')
  await expect(results.first()).toContainText('The signing key')
})

test('without script the docs have no search, and every page is linked', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', locale: 'tr', javaScriptEnabled: false })
  await page.goto('/docs')
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  const pages = page.getByRole('navigation', { name: 'Documentation' })
  for (const name of ['Operating', 'Editing content', 'API', 'Security', 'Glossary']) {
    await pages.getByRole('link', { name, exact: true }).click()
    await expect(pages.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.close()
})

test('Enter goes to the first result, also if it is pressed before the results are there', async ({
  page,
}) => {
  const { promise: held, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/docs/search.json', async (route) => {
    await held
    await route.continue()
  })
  await storeLanguage(page, 'tr')
  await page.goto('/docs')
  const search = page.getByRole('searchbox', { name: 'Search the documentation' })
  await search.fill('signing key')
  await search.press('Enter')
  wake()
  await expect(page).toHaveURL('/docs/operations#the-signing-key')
})
