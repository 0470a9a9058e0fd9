import { expect, type Page, type Request } from '@playwright/test'
import { provoke } from '../support/console-errors.ts'
import { test } from '../support/public-site.ts'

/** The maximum size of the three pictures of the sign-in page together, in bytes. */
const SIGN_IN_LIMIT = 150_000

async function open(page: Page, path: string, stored: { theme?: string } = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(({ theme = 'light' }) => {
    localStorage.setItem('kanat.language', 'tr')
    localStorage.setItem('kanat.theme', theme)
  }, stored)
  await page.goto(path, { waitUntil: 'networkidle' })
}

/** The names of the fetched pictures. */
function fetchedPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/_astro\/(.+?)\..*\.(?:avif|webp)$/.exec(name)?.[1])
      .filter((name) => name !== undefined),
  )
}

for (const [theme, other] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`the landing page fetches the pictures of the ${theme} theme alone`, async ({ page }) => {
    await open(page, '/', { theme })
    const screens = page.locator('figure img[alt*="anel"]').filter({ visible: true })
    await expect(screens).toHaveCount(3)
    for (const screen of await screens.all()) {
      await screen.scrollIntoViewIfNeeded()
      await expect(screen).toHaveJSProperty('complete', true)
      // The lightbox is dark in both themes.
      await expect
        .poll(() => screen.evaluate((image: HTMLImageElement) => image.currentSrc))
        .toMatch(new RegExp(`panel-(?:lightbox-tr|[a-z]+-tr-${theme})\\.`))
    }
    const fetchedIn = async (chosen: string) =>
      (await fetchedPictures(page)).filter((name) => name.endsWith(`-${chosen}`))
    await expect.poll(() => fetchedIn(theme)).toHaveLength(2)
    await expect.poll(() => fetchedIn(other)).toEqual([])
  })
}

test('the about page has a picture that the landing page does not show', async ({ page }) => {
  const sourcesOn = () =>
    page
      .locator('main img')
      .evaluateAll((images) =>
        images.map((image) => /_astro\/(.+?)\./.exec((image as HTMLImageElement).src)?.[1]),
      )
  await open(page, '/')
  const onLanding = await sourcesOn()
  await page.goto('/about')
  const picture = page.getByRole('main').getByRole('img')
  await expect(picture).toHaveCount(1)
  await expect(picture).toHaveAccessibleName(/sırtlar/)
  for (const source of await sourcesOn()) expect(onLanding).not.toContain(source)
})

test('the sign-in page shows three rendered scenes, and loads the first one first', async ({ page }) => {
  const asked: string[] = []
  const loaded: Request[] = []
  page.on('request', (request) => {
    if (/\.(?:avif|webp)$/.test(request.url())) asked.push(request.url())
  })
  page.on('requestfinished', (request) => {
    if (asked.includes(request.url())) loaded.push(request)
  })
  const { promise: checked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/wind-farm-wide*', async (route) => {
    await checked
    await route.continue()
  })
  await page.goto('/login')
  await expect.poll(() => asked.length).toBe(1)
  goOn()
  await expect(page.locator('picture img')).toHaveCount(3)
  for (const image of await page.locator('picture img').all()) {
    await expect(image).toHaveJSProperty('complete', true)
    await expect
      .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
      .toBeGreaterThan(500)
  }
  await expect.poll(() => loaded.length).toBe(3)
  const sizes = await Promise.all(loaded.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeLessThan(SIGN_IN_LIMIT)
})

test('the pages for 404 and 500 of site and panel have the same rotor', async ({ page }) => {
  provoke(page, 404, 500)
  await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
  const drawings: string[] = []
  for (const path of ['/nothing', '/broken', '/turbine/1/nothing']) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    drawings.push(
      await page.locator('main > svg').evaluate(({ outerHTML }) => outerHTML.replaceAll('class=""', '')),
    )
  }
  expect(drawings[0]).toContain('<path')
  expect(new Set(drawings).size).toBe(1)
})
