import { expect, type Page } from '@playwright/test'
import { measureFirstView } from '../../support/first-view.ts'
import { PUBLIC_PAGES } from '../../support/public-pages.ts'
import { test } from '../support/public-site.ts'

const KB = 1000
/** The largest layout shift that is displayed as 0.000. */
const SHIFT_LIMIT = 0.0005
/** The docs are running text: a word that wraps in another line moves the next ones. */
const TEXT_SHIFT_LIMIT = 0.01
const SCRIPT_LIMIT = 80 * KB
const FIRST_VIEW_LIMIT = 150 * KB
const HERO_LIMIT = 120 * KB

for (const { path, language } of PUBLIC_PAGES) {
  test(`a first visit to ${path} on a phone loads few bytes, requests scripts only after the first paint, and has no layout shift`, {
    tag: path === '/' ? '@core' : [],
  }, async ({ browser, baseURL }) => {
    const page = await browser.newPage({
      baseURL: baseURL ?? '',
      locale: language,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
    })
    await prepareShifts(page)
    const { script, hero, rest } = await measureFirstView(page, path)
    expect(script).toBeLessThanOrEqual(SCRIPT_LIMIT)
    expect(rest).toBeLessThanOrEqual(FIRST_VIEW_LIMIT)
    expect(hero).toBeLessThanOrEqual(HERO_LIMIT)

    const { painted, asked } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      asked: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }))
    for (const moment of asked) expect(moment).toBeGreaterThanOrEqual(painted)
    await expectNoShifts(page)
    await page.close()
  })

  test(`a first visit to ${path} on a large screen has no layout shift`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({
      baseURL: baseURL ?? '',
      locale: language,
      viewport: { width: 1440, height: 844 },
    })
    await prepareShifts(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectNoShifts(page)
    await page.close()
  })
}

/** Records the layout shifts of the page that is opened next, in the worst case: it is painted before its font is loaded. */
async function prepareShifts(page: Page): Promise<void> {
  await page.addInitScript(recordShifts)
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}

/** Scrolls through the page and checks that nothing has moved since it was opened. Nothing is left of the page afterwards. */
async function expectNoShifts(page: Page): Promise<void> {
  await page.evaluate(scrollThrough)
  await page.waitForLoadState('networkidle')
  const { total, moved } = await page.evaluate(() => window.shifts)
  expect(total, moved.join('\n')).toBeLessThan(
    new URL(page.url()).pathname.startsWith('/docs/') ? TEXT_SHIFT_LIMIT : SHIFT_LIMIT,
  )
  const movedByTheRest = await page.evaluate(findMovedByTheRest)
  expect(movedByTheRest, 'blocks that move while the rest of the page is still coming').toEqual([])
}

declare global {
  interface Window {
    /** The unexpected layout shifts and their values. */
    shifts: { total: number; moved: string[] }
  }
}

function recordShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number
    sources: { node: Element | null }[]
  }
  window.shifts = { total: 0, moved: [] }
  new PerformanceObserver((entries) => {
    for (const { value, sources } of entries.getEntries() as LayoutShift[]) {
      window.shifts.total += value
      window.shifts.moved.push(`${value.toFixed(5)} ${sources.map(({ node }) => node?.nodeName).join(' ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Scrolls to the end, screen by screen, so that lazy content loads. */
async function scrollThrough(): Promise<void> {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/**
 * Removes the elements from the last to the first, as if the page ended there. A browser may paint any of these states, so the blocks of the first
 * screen have to keep their places. Returns those that do not.
 */
function findMovedByTheRest(): string[] {
  scrollTo({ top: 0, behavior: 'instant' })
  const blocks = [...document.querySelectorAll('main > *, main > * > *')].filter(
    (block) => topOf(block) < innerHeight,
  )
  const places = new Map(blocks.map((block) => [block, topOf(block)]))
  const moved = new Set<string>()
  for (const last of [...document.querySelectorAll('main *')].reverse()) {
    last.remove()
    for (const [block, top] of places) {
      if (block.isConnected && Math.abs(topOf(block) - top) > 1)
        moved.add(`${block.nodeName}.${block.className}`)
    }
  }
  return [...moved]

  function topOf(element: Element): number {
    return element.getBoundingClientRect().top
  }
}
