import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { MIB } from '../../../domain/limits.ts'
import { PANEL_ADDRESSES } from '../../../domain/panel-addresses.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, median, milliseconds, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'
import { storePanoramas } from './store-panoramas.ts'

const FINDINGS = 200
/** The panoramas of the findings, and their width in pixels. */
const PANORAMAS = 4
const WIDTH = 8192
/** Each tenth finding is sent back with this remark, each twentieth gets another severity with it. */
const REMARK = 'Ölçü eksik'
/** What a reviewer has for each finding is 6 s: 200 findings in 20 minutes. */
const MEAN_MS_MAX = 2000
const PICTURE_MS_MAX = 2000
const KEYS_MAX = 3
/** How much may be added while all findings are walked through once more. */
const GROWTH_MAX = { nodes: 50, script: 3 * MIB }

interface Times {
  /** From a key to the paint of the next finding, and to all parts of its picture, in milliseconds. */
  finding: number[]
  picture: number[]
}

declare global {
  interface Window {
    reviewTimes: Times
  }
}

/** The review of an inspection with the keyboard alone: how many keys and how much time each finding takes. */
export async function measureReview(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'review'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    await storePanoramas({ page, turbine, headers }, photo, WIDTH, PANORAMAS)
    const year = await addFindings(page, turbine, headers)
    await page.goto(`${PANEL_ADDRESSES.inspections}?review=${turbine}-${year}`)
    await shownFinding(page).waitFor()
    await page.waitForLoadState('networkidle')
    await watchTimes(page)
    const keys = await reviewAll(page)
    const times = await page.evaluate(() => window.reviewTimes)
    await walkThrough(page)
    const once = await sizeOf(page)
    await walkThrough(page)
    const twice = await sizeOf(page)
    const mean = times.finding.reduce((sum, each) => sum + each, 0) / times.finding.length
    return [
      {
        ...within('keys for each finding', keys / FINDINGS, KEYS_MAX, (value) => value.toFixed(2)),
        stored: { id: 'review_keys', value: keys / FINDINGS, unit: 'keys', of: FINDINGS },
      },
      within('mean from a key to the next finding', mean, MEAN_MS_MAX, milliseconds),
      { what: 'longest from a key to the next finding', figure: milliseconds(Math.max(...times.finding)) },
      within('median until its picture is sharp', median(times.picture), PICTURE_MS_MAX, milliseconds),
      { what: 'longest until its picture is sharp', figure: milliseconds(Math.max(...times.picture)) },
      within(
        `nodes of the page, ${once.nodes}; added by all findings once more`,
        twice.nodes - once.nodes,
        GROWTH_MAX.nodes,
        String,
      ),
      within(
        `memory of the script, ${inMib(once.script)}; added by all findings once more`,
        twice.script - once.script,
        GROWTH_MAX.script,
        inMib,
      ),
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** Findings of one inspection, which is sent to the review: half of them on panoramas, the others on the same photos as flat marks. @returns its year */
async function addFindings(page: Page, turbine: number, headers: Record<string, string>): Promise<number> {
  const path = `/api/turbines/${turbine}`
  const listed = await page.request.get(`${path}/photos`, { headers })
  const photos = (await listed.json()).data as { id: number; year: number }[]
  const year = photos[0]?.year ?? new Date().getFullYear()
  for (let number = 0; number < FINDINGS; number += 1) {
    const x = -170 + ((number * 37) % 340)
    const sphere = { on: 'sphere', kind: 'box', points: [[x, -10], [x + 6, -4]] } // biome-ignore format: short
    const image = { on: 'image', kind: 'box', points: [[0.4, 0.4], [0.5, 0.5]] } // biome-ignore format: short
    const data = {
      type: 'delamination',
      blade: 'A',
      side: 'BOX',
      severity: 1 + (number % 4),
      year,
      from_m: number / 4,
      photo_id: photos[number % PANORAMAS]?.id,
      shape: number % 2 === 0 ? sphere : image,
    }
    const answer = await page.request.post(`${path}/findings`, { headers, data })
    if (!answer.ok()) throw new Error(`The finding was not added: ${answer.status()}`)
  }
  const inspection = `${path}/inspections/${year}`
  const { revision } = (await (await page.request.get(inspection, { headers })).json()).data
  const data = { to: 'in_review', revision, reason: REMARK }
  const answer = await page.request.post(`${inspection}/transitions`, { headers, data })
  if (!answer.ok()) throw new Error(`The inspection was not sent to the review: ${answer.status()}`)
  return year
}

const shownFinding = (page: Page) => page.getByRole('dialog').getByRole('heading', { level: 3 }).first()

/** Measures in the page from each key to the paint of another finding, and until all parts of its picture are loaded. */
function watchTimes(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: Times = { finding: [], picture: [] }
    window.reviewTimes = times
    const numberOf = () => document.querySelector('[role=dialog] h3')?.textContent
    const isSharp = () =>
      [...document.querySelectorAll<HTMLImageElement>('[role=dialog] figure img')].every(
        ({ complete }) => complete,
      )
    let pressedAt = 0
    let shown = numberOf()
    addEventListener('keydown', () => { pressedAt = performance.now() }, true) // biome-ignore format: short
    new MutationObserver(() => {
      if (numberOf() === shown) return
      shown = numberOf()
      const since = pressedAt
      // After the frame in which the finding is painted.
      requestAnimationFrame(() => setTimeout(() => times.finding.push(performance.now() - since)))
      const look = () =>
        isSharp() ? times.picture.push(performance.now() - since) : requestAnimationFrame(look)
      requestAnimationFrame(look)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Decides about every finding. @returns how many keys were pressed, those of the remarks included */
async function reviewAll(page: Page): Promise<number> {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const write = async () => {
    keys += REMARK.length
    await page.keyboard.type(REMARK)
    await press('Enter')
  }
  for (let number = 1; number <= FINDINGS; number += 1) {
    if (number % 20 === 0) {
      await press('5')
      await write()
    }
    if (number % 10 === 5) {
      await press('g')
      await write()
    } else await press('Enter')
    if (number === FINDINGS) return keys
    await page.waitForFunction((count) => window.reviewTimes.finding.length >= count, number)
  }
  return keys
}

/** Looks at every finding from the last to the first and back, without changing anything. */
async function walkThrough(page: Page): Promise<void> {
  for (const key of ['ArrowUp', 'ArrowDown'])
    for (let step = 1; step < FINDINGS; step += 1) await page.keyboard.press(key)
  await page.waitForLoadState('networkidle')
}

/** The nodes of the page that the browser keeps, and the memory of its script, in bytes. */
async function sizeOf(page: Page): Promise<{ nodes: number; script: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { nodes, script: usedSize }
}

function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}
