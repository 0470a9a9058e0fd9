import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { ServerProcess, SUPERADMIN, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../database/many-turbines.ts'
import { best, type Line, milliseconds, percent, within } from '../report.ts'
import { launchBrowser } from './browser.ts'
import { droppedShare } from './scroll.ts'

const TURBINES = 10_000
const PHOTOS_EACH = 100
const LIMITS = { script: 230_000, screenMs: 1500, keyMs: 50, droppedShare: 0.05 }
const QUERY = 'karaburun 77'
const FIRST_CARD = '[data-row="0"] h2 a'

/** The dashboard of a superadmin in a real browser, with more turbines and photos than a customer is expected to have. */
export async function measureDashboard(folder: string): Promise<Line[]> {
  const dataDir = join(folder, 'dashboard')
  await addManyTurbines(dataDir, TURBINES, PHOTOS_EACH)
  await using server = await ServerProcess.start(dataDir)
  const list = await best(() => listMs(server.origin))
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: 'tr',
      viewport: { width: 1440, height: 900 },
    })
    const script = await signInAndMeasureScripts(context)
    const page = await context.newPage()
    const lines = [
      within(
        'script of the first load, compressed',
        script,
        LIMITS.script,
        (bytes) => `${(bytes / 1000).toFixed(0)} kB`,
      ),
      within(
        'from navigation to the first cards',
        await best(() => screenMs(page)),
        LIMITS.screenMs,
        milliseconds,
      ),
      within(
        'the slowest key in the search, until painted',
        await best(() => slowestKeyMs(page)),
        LIMITS.keyMs,
        milliseconds,
      ),
      within(
        'frames dropped while cards scroll',
        await best(() => droppedShare(page, 0)),
        LIMITS.droppedShare,
        percent,
      ),
      await backLine(page),
    ]
    return [
      {
        what: `GET /api/turbines, ${TURBINES} turbines with ${TURBINES * PHOTOS_EACH} photos`,
        figure: milliseconds(list),
      },
      ...lines,
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}

async function listMs(origin: string): Promise<number> {
  const headers = await signInAtProcess(origin)
  const start = performance.now()
  await (await fetch(`${origin}/api/turbines`, { headers })).arrayBuffer()
  return performance.now() - start
}

/** Signs in, then opens the dashboard with an empty cache. @returns the bytes of its scripts as sent over the network */
async function signInAndMeasureScripts(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-posta').fill(SUPERADMIN.email)
  await page.getByLabel('Şifre').fill(SUPERADMIN.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.waitForURL('/dashboard')
  await page.close()

  const fresh = await context.newPage()
  const session = await context.newCDPSession(fresh)
  await session.send('Network.clearBrowserCache')
  const sizes: Promise<number>[] = []
  fresh.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await fresh.goto('/dashboard', { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await fresh.close()
  return bytes
}

async function screenMs(page: Page): Promise<number> {
  await page.goto('/dashboard')
  await page.locator(FIRST_CARD).waitFor()
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(resolve)))
}

/** Types into the search. @returns the longest time from a key to the frame that shows its result */
async function slowestKeyMs(page: Page): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    new PerformanceObserver((entries) => {
      for (const { name, duration } of entries.getEntries()) if (name === 'keydown') durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const field = page.getByLabel('Türbin ara')
  await field.fill('')
  await field.pressSequentially(QUERY, { delay: 120 })
  await page.getByText('280 sonuç').waitFor()
  const slowest = await page.evaluate(
    // A key that was painted within the first two frames has no entry.
    () => Math.max(16, ...(window as unknown as { durations: number[] }).durations),
  )
  await field.fill('')
  await page.locator(FIRST_CARD).waitFor()
  return slowest
}

async function backLine(page: Page): Promise<Line> {
  await page.evaluate(() => window.scrollTo(0, 200_000))
  const cardInView = await page.waitForFunction(() => {
    const isInView = ({ top, bottom }: DOMRect) => top > 0 && bottom < window.innerHeight
    const cards = [...document.querySelectorAll('[data-row] h2 a')]
    return cards.find((card) => isInView(card.getBoundingClientRect()))?.getAttribute('href')
  })
  const before = await page.evaluate(() => Math.round(window.scrollY))
  await page.locator(`[data-row] h2 a[href="${await cardInView.jsonValue()}"]`).click()
  await page.getByRole('heading', { level: 1, name: /^Türbin \d+$/ }).waitFor()
  await page.goBack()
  await page.locator(FIRST_CARD).waitFor({ state: 'attached' })
  const start = performance.now()
  await page
    .waitForFunction((place) => Math.abs(window.scrollY - place) <= 1, before, { timeout: 5000 })
    .catch(() => undefined)
  const after = await page.evaluate(() => Math.round(window.scrollY))
  return {
    what: 'Back from a turbine far down the list',
    figure: `${after} px`,
    reference: `left at ${before} px; there after ${milliseconds(performance.now() - start)}`,
    ratio: Math.abs(after - before) <= 1 ? 'PASS' : 'FAIL',
  }
}
