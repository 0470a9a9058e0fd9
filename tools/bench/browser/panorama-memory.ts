import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { MIB } from '../../../domain/limits.ts'
import { panoramaAddress } from '../../../domain/panel-addresses.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'
import { storePanoramas } from './store-panoramas.ts'

const PANORAMAS = 50
const WIDTH = 4096
/** How much larger each memory may be after the panoramas were shown a second time, in bytes. */
const GROWTH_MAX = { script: 2 * MIB, graphics: 32 * MIB }

/** The memory of the 360° viewer after many panoramas in a row, and after the same ones once more. */
export async function measurePanoramaMemory(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'panorama-memory'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    await storePanoramas({ page, turbine, headers }, photo, WIDTH, PANORAMAS)
    await page.goto(panoramaAddress(turbine))
    await sharpPhoto(page, undefined)
    const first = await memoryOf(browser, page)
    await showAll(page)
    const once = await memoryOf(browser, page)
    await showAll(page)
    const twice = await memoryOf(browser, page)
    const grown = (what: 'script' | 'graphics') =>
      within(
        `${what}: after ${PANORAMAS} panoramas ${inMib(once[what])}, after one ${inMib(first[what])}; once more`,
        twice[what] - once[what],
        GROWTH_MAX[what],
        inMib,
      )
    return [grown('script'), grown('graphics')]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

async function showAll(page: Page): Promise<void> {
  for (let number = 0; number < PANORAMAS; number += 1) {
    const former = await page.locator('main [data-photo]').getAttribute('data-photo')
    await page.keyboard.press('ArrowRight')
    await sharpPhoto(page, former)
  }
}

/** Waits until another photo than `former` is sharp. */
async function sharpPhoto(page: Page, former: string | null | undefined): Promise<void> {
  await page.waitForFunction((before) => {
    const photo = document.querySelector('main [data-photo][aria-busy=false]')?.getAttribute('data-photo')
    return photo !== undefined && photo !== null && photo !== before
  }, former)
}

/** The memory of the page's script, and the resident memory of the browser's process for graphics, in bytes. */
async function memoryOf(browser: Browser, page: Page): Promise<{ script: number; graphics: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const processes = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo')
  const graphics = processes.processInfo.find(({ type }) => type === 'GPU')
  const status = await readFile(`/proc/${graphics?.id}/status`, 'utf8')
  return { script: usedSize, graphics: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024 }
}

function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`
}
