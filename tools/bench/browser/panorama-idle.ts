import type { Browser, Page } from '@playwright/test'
import { type Line, percent } from '../report.ts'

/** How long the browser is watched, in milliseconds. */
const WATCH_MS = 5_000

/** The frames that a resting 360° view draws, and the processor time of the browser beside that of an empty page. */
export async function measureIdle(
  browser: Browser,
  page: Page,
  address: string,
  sharp: string,
): Promise<Line> {
  // Before the controls fade, and after, nothing moves.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(countDraws)
  await page.goto('about:blank')
  const empty = await processorShare(browser)
  await page.goto(address)
  await page.waitForSelector(sharp)
  await page.waitForLoadState('networkidle')
  const before = await page.evaluate(() => window.drawnCount)
  const idle = await processorShare(browser)
  const drawn = (await page.evaluate(() => window.drawnCount)) - before
  return {
    what: `processor time of a resting 360° view, which draws ${drawn} frames`,
    figure: percent(idle),
    reference: `an empty page: ${percent(empty)}`,
    ratio: drawn === 0 ? 'PASS' : 'FAIL',
  }
}

declare global {
  interface Window {
    /** How often something was drawn by WebGL. */
    drawnCount: number
  }
}

function countDraws(): void {
  const { drawElements } = WebGL2RenderingContext.prototype
  window.drawnCount = 0
  WebGL2RenderingContext.prototype.drawElements = function (...values) {
    window.drawnCount += 1
    drawElements.apply(this, values)
  }
}

/** The processor time of the page and of the graphics, as a part of the time that passes. */
async function processorShare(browser: Browser): Promise<number> {
  const start = await processorSeconds(browser)
  await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
  const end = await processorSeconds(browser)
  // The process of a page that was left may end meanwhile.
  const used = [...end].map(([id, seconds]) => seconds - (start.get(id) ?? seconds))
  return used.reduce((sum, seconds) => sum + seconds, 0) / (WATCH_MS / 1000)
}

/** By the id of each process. */
async function processorSeconds(browser: Browser): Promise<Map<number, number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const shown = processInfo.filter(({ type }) => type === 'renderer' || type === 'GPU')
  return new Map(shown.map(({ id, cpuTime }) => [id, cpuTime]))
}
