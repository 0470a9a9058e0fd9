import { join } from 'node:path'
import type { Result } from 'lighthouse'
import { type FirstView, measureFirstView } from '../../../tests/support/first-view.ts'
import { PUBLIC_PAGES } from '../../../tests/support/public-pages.ts'
import { ServerProcess } from '../../../tests/support/servers/server-process.ts'
import type { Line } from '../report.ts'
import { launchBrowser } from './browser.ts'
import { CATEGORIES, Lighthouse } from './lighthouse.ts'

/** The number of measurements of a page; the best one counts, because a busy machine can only make a page slower. */
const MEASUREMENTS = 5
const LIMITS = { script: 80_000, rest: 150_000, hero: 120_000 }

/** The Lighthouse scores of every public page on a slow phone, and the bytes of a first visit at 390 px. */
export async function measurePages(folder: string): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'pages'))
  const lines: Line[] = []
  for (const language of ['tr', 'en'] as const) {
    await using lighthouse = await Lighthouse.start(folder, language)
    for (const { path } of PUBLIC_PAGES.filter((page) => page.language === language))
      lines.push(...(await scores(lighthouse, server.origin, path)))
  }
  lines.push(...(await firstViews(server.origin)))
  await server.end('SIGTERM')
  return lines
}

/** Lighthouse's four scores of one page, and the audits that lost points. */
async function scores(lighthouse: Lighthouse, origin: string, path: string): Promise<Line[]> {
  let best: Result | undefined
  let measurements = 0
  while (measurements < MEASUREMENTS && (!best || totalOf(best) < CATEGORIES.length)) {
    const next = await lighthouse.measure(origin + path)
    if (next && (!best || totalOf(next) > totalOf(best))) best = next
    measurements += 1
  }
  if (!best) throw new Error(`Lighthouse could not measure ${path} in ${MEASUREMENTS} attempts`)
  const { audits } = best
  const shown = (audit: string) => audits[audit]?.displayValue ?? '?'
  return [
    {
      what: `${path}, Lighthouse`,
      figure: scoresOf(best)
        .map((score) => `${Math.round(score * 100)}`)
        .join(' '),
      reference: `LCP ${shown('largest-contentful-paint')}, CLS ${shown('cumulative-layout-shift')}, TBT ${shown('total-blocking-time')}; best of ${measurements}`,
      ratio: verdict(totalOf(best) === CATEGORIES.length),
    },
    ...pointsLost(best),
  ]
}

function scoresOf({ categories }: Result): number[] {
  return CATEGORIES.map((name) => categories[name]?.score ?? 0)
}

function totalOf(result: Result): number {
  return scoresOf(result).reduce((total, score) => total + score, 0)
}

/** The audits that kept a category under 100. */
function pointsLost({ categories, audits }: Result): Line[] {
  return CATEGORIES.filter((name) => (categories[name]?.score ?? 0) < 1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id, weight }) => ({
        what: `  ${name}: ${id}`,
        figure: `${Math.round((audits[id]?.score ?? 0) * 100)}`,
        reference: `of 100, weight ${weight}; ${audits[id]?.displayValue ?? audits[id]?.title}`,
      })),
  )
}

async function firstViews(origin: string): Promise<Line[]> {
  const browser = await launchBrowser()
  try {
    const lines: Line[] = []
    for (const { path, language } of PUBLIC_PAGES) {
      for (const density of [1, 3]) {
        const page = await browser.newPage({
          baseURL: origin,
          locale: language,
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: density,
        })
        lines.push(
          firstViewLine(`${path}, first view at 390 px × ${density}`, await measureFirstView(page, path)),
        )
        await page.context().close()
      }
    }
    return lines
  } finally {
    await browser.close()
  }
}

function firstViewLine(what: string, { script, rest, hero, laterSlides, ahead }: FirstView): Line {
  const slides =
    hero > 0
      ? `, hero ${kilobytes(hero)} of ${kilobytes(LIMITS.hero)}, later slides ${kilobytes(laterSlides)}`
      : ''
  const later = ahead > 0 ? `, further down ${kilobytes(ahead)}` : ''
  return {
    what,
    figure: kilobytes(rest),
    reference: `of ${kilobytes(LIMITS.rest)}; script ${kilobytes(script)} of ${kilobytes(LIMITS.script)}${slides}${later}`,
    ratio: verdict(rest <= LIMITS.rest && script <= LIMITS.script && hero <= LIMITS.hero),
  }
}

function verdict(isKept: boolean): string {
  return isKept ? 'PASS' : 'FAIL'
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}
