import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, times } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'

/** The number of loads of a page; the fastest one counts, because a busy machine can only make a page slower. */
const LOADS = 5

const DIST = join(import.meta.dirname, '../../../dist')
const SCRIPTS = join(DIST, '_astro')

/** The compressed scripts that the dashboard needs, and its largest contentful paint; the reference is a static page. */
export async function measurePanel(folder: string): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'panel'))
  await addTurbine(server.origin, await signInAtProcess(server.origin))
  const browser = await launchBrowser()
  try {
    const dashboard = await fastestPaint(browser, server.origin, '/dashboard')
    const reference = await fastestPaint(browser, server.origin, '/privacy')
    return [
      {
        what: 'first scripts of the dashboard',
        figure: kilobytes(compressedSize(firstScripts())),
        reference: `${kilobytes(compressedSize(allScripts()))} in all scripts of site and panel`,
      },
      {
        what: 'first load of the dashboard, largest paint',
        figure: `${dashboard.toFixed(0)} ms`,
        reference: `/privacy ${reference.toFixed(0)} ms`,
        ratio: times(dashboard / reference),
      },
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** The scripts that the dashboard needs to start: those of the panel's page and of the turbine list, and their imports. */
function firstScripts(): Set<string> {
  const shell = readFileSync(join(DIST, 'panel/index.html'), 'utf8')
  const entries = [...shell.matchAll(/\/_astro\/([\w.-]+\.js)/g)].map(([, name = '']) => name)
  const found = new Set<string>()
  const open = [...entries, ...allScripts().filter((name) => name.startsWith('turbines-page.'))]
  for (const name of open) {
    if (found.has(name)) continue
    found.add(name)
    const code = readFileSync(join(SCRIPTS, name), 'utf8')
    // A dynamic import has a bracket after the keyword.
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      open.push(imported)
  }
  return found
}

const allScripts = () => readdirSync(SCRIPTS).filter((name) => name.endsWith('.js'))

function compressedSize(names: Iterable<string>): number {
  let size = 0
  for (const name of names) size += brotliCompressSync(readFileSync(join(SCRIPTS, name))).length
  return size
}

/** Milliseconds from the start of the navigation to the largest contentful paint (LCP). Each load has an empty cache. */
async function fastestPaint(browser: Browser, origin: string, path: string): Promise<number> {
  const paints: number[] = []
  for (let count = 0; count < LOADS; count += 1) {
    const page = await signedInPage(browser, origin)
    await page.goto(path, { waitUntil: 'networkidle' })
    paints.push(await page.evaluate(largestPaint))
    await page.context().close()
  }
  return Math.min(...paints)
}

function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((entries) => resolve(entries.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
