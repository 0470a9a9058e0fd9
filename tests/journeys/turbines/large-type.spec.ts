import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { findCutOff, prepareLayoutChecks, resize } from '../support/layout.ts'
import { findTableFaults } from '../support/table-faults.ts'
import { addRecords, openScreen, TABLE_SCREENS } from '../support/table-screens.ts'

/** @see https://www.w3.org/TR/WCAG22/#text-spacing */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em }'

test.use({
  // For the style sheet of the text spacing, as an extension of the browser adds it.
  bypassCSP: true,
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions
      await use({ ...launchOptions, args: [...args, '--blink-settings=defaultFontSize=24'] })
    },
    { scope: 'worker' },
  ],
})

/** The texts of cards that are not seen whole. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('li[data-row]')].flatMap((card) => {
      const edge = card.getBoundingClientRect()
      return [...card.querySelectorAll('h2, p, dt, dd')]
        .filter((text) => {
          const box = text.getBoundingClientRect()
          const isCut =
            text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflowX !== 'visible'
          return isCut || box.right > edge.right + 1 || box.bottom > edge.bottom + 1
        })
        .map((text) => text.textContent ?? '')
    }),
  )
}

for (const width of [853, 1440]) {
  test(`cards show whole names, places and figures in large type at ${width} px`, async ({ page, kanat }) => {
    await page.setViewportSize({ width, height: 900 })
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.superadmin)
    await expect(page.getByRole('link', { name: 'Karaburun 4' })).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('font-size', '24px')
    await expect.poll(() => cutTexts(page)).toEqual([])
    await page.addStyleTag({ content: TEXT_SPACING })
    await page.setViewportSize({ width: width - 1, height: 900 })
    await expect.poll(() => cutTexts(page)).toEqual([])
  })
}

/** The texts of the page that end with dots, because they have no room. */
function shortenedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    // The names over photos are in their tooltips, too.
    [...document.querySelectorAll('main *:not(.sr-only, [aria-hidden])')]
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}

for (const language of ['tr', 'en'] as const) {
  test(`tables keep every text in large type and spaced, in ${language}`, async ({
    page,
    request,
    kanat,
  }) => {
    await addRecords(request, kanat)
    await prepareLayoutChecks(page)
    await storeLanguage(page, language)
    await signIn(page, kanat.superadmin, '/dashboard?view=list')
    for (const path of TABLE_SCREENS) {
      await openScreen(page, path)
      for (const isSpaced of [false, true]) {
        if (isSpaced) await page.addStyleTag({ content: TEXT_SPACING })
        for (const width of [854, 1440]) {
          await resize(page, width)
          const at = `${path} at ${width} px${isSpaced ? ', spaced' : ''}`
          expect.soft(await settled(() => findTableFaults(page)), at).toEqual([])
          expect.soft(await settled(() => findCutOff(page)), at).toEqual([])
          expect.soft(await settled(() => shortenedTexts(page)), at).toEqual([])
        }
      }
    }
  })
}

/** The lightness of an edge of the bar of sections, above its texts, from 0 to 255. */
async function lightnessAt(page: Page, edge: 'left' | 'right'): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Sayfanın bölümleri' }).boundingBox()
  if (!bar) throw new Error('There is no bar.')
  const x = edge === 'left' ? bar.x : bar.x + bar.width - 6
  const strip = await page.screenshot({ clip: { x, y: bar.y + 5, width: 6, height: 4 } })
  const { channels } = await sharp(strip).greyscale().stats()
  return channels[0]?.mean ?? 0
}

test('the bar of sections shows at its edges that more sections are there', async ({ page, kanat }) => {
  await page.setViewportSize({ width: 853, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/turbine/1')
  const bar = page.getByRole('navigation', { name: 'Sayfanın bölümleri' })
  await expect.poll(() => bar.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBeGreaterThan(10)
  await expect
    .poll(async () => (await lightnessAt(page, 'left')) - (await lightnessAt(page, 'right')))
    .toBeGreaterThan(20)
  await bar.evaluate((nav) => nav.scrollTo({ left: nav.scrollWidth, behavior: 'instant' }))
  await expect
    .poll(async () => (await lightnessAt(page, 'right')) - (await lightnessAt(page, 'left')))
    .toBeGreaterThan(20)
})
