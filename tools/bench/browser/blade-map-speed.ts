import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import pino from 'pino'
import { PANEL_ADDRESSES } from '../../../domain/panel-addresses.ts'
import { readConfig } from '../../../server/infrastructure/config.ts'
import { openServices } from '../../../server/start/services.ts'
import { ServerProcess } from '../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../database/many-turbines.ts'
import { best, type Line, milliseconds, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'

const TURBINES = 1000
const FINDINGS_EACH = 40
/** A frame that takes longer is noticed. */
const TASK_MS_MAX = 50
/** How often the pointer moves, the page scrolls and a key is pressed: once in each frame. */
const STEPS = 120

/** The blade map of all turbines in a real browser. */
export async function measureBladeMap(folder: string): Promise<Line[]> {
  const dataDir = join(folder, 'blade-map')
  await addManyTurbines(dataDir, TURBINES, 1)
  await addManyFindings(dataDir)
  await using server = await ServerProcess.start(dataDir)
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    let longest = 0
    const line = async (what: string, act: () => Promise<void>, prepare = toTop) => {
      const ms = await best(async () => {
        await prepare(page)
        return longestTask(page, act)
      })
      longest = Math.max(longest, ms)
      return within(`the longest task while ${what}`, ms, TASK_MS_MAX, milliseconds)
    }
    const lines = [
      await line('all findings are loaded', () => openMap(page), openList),
      await line('the pointer moves over the blades', () => page.evaluate(movePointer, STEPS)),
      await line('the page scrolls', () => page.evaluate(scroll, STEPS)),
      await line('arrow keys walk over the turbines', () => page.evaluate(pressKeys, STEPS)),
    ]
    const stored = { id: 'fleet_task', value: Math.round(longest), unit: 'ms', of: TURBINES } as const
    return [...lines, { what: 'the longest of all', figure: milliseconds(longest), stored }]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}

async function addManyFindings(dataDir: string): Promise<void> {
  const { db } = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  const time = '2026-06-01T00:00:00.000Z'
  await sql`update turbine set blade_length = 45 + id % 20`.execute(db.write)
  await sql`
    with recursive number(n) as (select 1 union all select n + 1 from number where n < ${FINDINGS_EACH})
    insert into finding (turbine_id, serial, blade, side, type, severity, from_m, to_m, year, found_on, user_name,
      created_at, updated_at)
    select turbine.id, n, substr('ABC', 1 + n % 3, 1), 'LE', 'le-erosion', 1 + (n * turbine.id) % 5,
      (n * 7 + turbine.id * 3) % 44, (n * 7 + turbine.id * 3) % 44 + n % 3, 2026, '2026-05-10', 'Ada Yel', ${time}, ${time}
    from turbine, number`.execute(db.write)
  await db.close()
}

const toTop = (page: Page) => page.evaluate(() => window.scrollTo(0, 0))

async function openList(page: Page): Promise<void> {
  await page.goto(PANEL_ADDRESSES.findings)
  await page.getByRole('table').waitFor()
}

async function openMap(page: Page): Promise<void> {
  await page.locator('input[name=view]').nth(1).click()
  await page.waitForFunction((rows) => document.documentElement.scrollHeight > rows * 24, TURBINES)
}

/** What a trace says about a task; `tdur` is its processor time, in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  tdur?: number
}

/**
 * The processor time of the longest task on the thread of the page, in milliseconds: a frame waits for one task. The time on the clock also
 * has what other programs take.
 */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await act()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const frame = events.find(({ name }) => name === 'FireAnimationFrame')
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === frame?.pid && tid === frame.tid,
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

async function movePointer(steps: number): Promise<void> {
  const row = document.querySelector('[data-turbine]')
  for (let step = 0; step < steps; step++) {
    const [clientX, clientY] = [220 + ((step * 37) % 1100), 420 + ((step * 11) % 440)]
    row?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }))
    await new Promise(requestAnimationFrame)
  }
}

async function scroll(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    window.scrollBy(0, 120)
    await new Promise(requestAnimationFrame)
  }
}

async function pressKeys(steps: number): Promise<void> {
  const mark = document.querySelector<HTMLElement>('[role=group] a[aria-label]')
  mark?.focus({ preventScroll: true })
  for (let step = 0; step < steps; step++) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'ArrowDown' }),
    )
    await new Promise(requestAnimationFrame)
  }
}
