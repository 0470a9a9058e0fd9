import { provoke } from '../support/console-errors.ts'
import { expect, signIn, test } from '../support/kanat.ts'

// Every journey fails on what a page reports. These journeys provoke it and do not say so.

/** What the window reports without an entry in the console: a string that is compiled. */
const compile = () => {
  setTimeout('1')
}

test.fail('a violation of the content security policy fails a journey', async ({ page, kanat }) => {
  await signIn(page, kanat.admin)
  const reported = page.waitForEvent('pageerror')
  await page.evaluate(compile)
  await reported
})

test.fail('an uncaught error fails a journey', async ({ page }) => {
  await page.goto('/login')
  const reported = page.waitForEvent('pageerror')
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('nobody catches it'))))
  await reported
})

test.fail(
  'a refused request fails a journey, in another context of the browser, too',
  async ({ browser, kanat }) => {
    const context = await browser.newContext({ baseURL: kanat.origin })
    const page = await context.newPage()
    const reported = page.waitForEvent('console')
    await page.goto('/nothing')
    await reported
    await context.close()
  },
)

test.fail('what a journey provokes allows nothing else', async ({ page }) => {
  provoke(page, 500, 'network')
  const reported = page.waitForEvent('console')
  await page.goto('/nothing')
  await reported
})

test('a journey may provoke what it says', async ({ page }) => {
  provoke(page, 404)
  const reported = page.waitForEvent('console')
  await page.goto('/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await reported
})
