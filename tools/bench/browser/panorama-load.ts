import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { MIB } from '../../../domain/limits.ts'
import { panoramaAddress, turbineAddress } from '../../../domain/panel-addresses.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, milliseconds, times, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'
import { measureIdle } from './panorama-idle.ts'
import { storePanoramas } from './store-panoramas.ts'

/** Milliseconds that the 360° view may take after the click on its link, or after the key for the next photo. */
const LIMITS = { first: 500, sharp: 2_000, next: 300 }
const ROUNDS = 3
const WIDTH = 8192
/** Of the panorama whose first view is weighed: its width, and how much of the file its pictures may be. */
const LARGE = { width: 16_384, shareMax: 0.1 }

/** The picture of the 360° view, as soon as a photo is in it, and as soon as all in view is sharp. */
const SHOWN = '[role=img][data-photo]'
const SHARP = `${SHOWN}[aria-busy=false]`

interface Times {
  first: number
  sharp: number
}

/**
 * How fast the 360° viewer shows panoramas: after the click on its link on the page of the turbine, after a reload of the whole panel, and
 * the next one. The script is cached, as after a first visit.
 */
export async function measurePanoramas(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'panorama'))
  const headers = await signInAtProcess(server.origin)
  const [turbine, large] = [
    await addTurbine(server.origin, headers),
    await addTurbine(server.origin, headers),
  ]
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    await storePanoramas({ page, turbine, headers }, photo, WIDTH, 2)
    // Makes the tiles, and fills the cache with the script.
    await load(page, panoramaAddress(turbine))
    const opened: Times[] = []
    const loaded: Times[] = []
    const next: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      opened.push(await open(page, turbine))
      await page.waitForLoadState('networkidle')
      next.push(await showNext(page))
      loaded.push(await load(page, panoramaAddress(turbine)))
    }
    const least = (all: Times[], what: keyof Times) => Math.min(...all.map((one) => one[what]))
    const reloaded = (what: keyof Times) => `a reload of the panel: ${milliseconds(least(loaded, what))}`
    const limited = (what: string, figure: number, limit: number, reference = '') => ({
      ...within(what, figure, limit, milliseconds),
      ...(reference && { reference: `at most ${milliseconds(limit)}; ${reference}` }),
    })
    return [
      {
        ...limited(
          'first whole sphere after opening',
          least(opened, 'first'),
          LIMITS.first,
          reloaded('first'),
        ),
        stored: {
          id: 'panorama_first',
          value: Math.round(least(opened, 'first')) / 1000,
          unit: 's',
          of: WIDTH,
        },
      },
      limited('sharp in view', least(opened, 'sharp'), LIMITS.sharp, reloaded('sharp')),
      limited('the next panorama', Math.min(...next), LIMITS.next),
      await measureBytes(page, large, headers, photo),
      await measureIdle(browser, page, panoramaAddress(turbine), SHARP),
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** Milliseconds from the click on the link to the 360° view. */
async function open(page: Page, turbine: number): Promise<Times> {
  await page.goto(turbineAddress(turbine))
  await page.waitForLoadState('networkidle')
  const link = page.locator(`main a[href="${panoramaAddress(turbine)}"]`).first()
  await link.hover()
  const opened = page.evaluate(untilOpened, [SHOWN, SHARP] as const)
  await link.click()
  return opened
}

/** Milliseconds from the press of the pointer. */
async function untilOpened([shown, sharp]: readonly [string, string]): Promise<Times> {
  const start = await new Promise<number>((resolve) => {
    const onPress = () => resolve(performance.now())
    window.addEventListener('pointerdown', onPress, { capture: true, once: true })
  })
  const find = async (selector: string) => {
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame)
    return performance.now() - start
  }
  return { first: await find(shown), sharp: await find(sharp) }
}

/** Milliseconds from the start of the navigation. */
async function load(page: Page, address: string): Promise<Times> {
  await page.goto(address)
  const first = await page.evaluate(untilFound, SHOWN)
  return { first, sharp: await page.evaluate(untilFound, SHARP) }
}

async function untilFound(selector: string): Promise<number> {
  while (!document.querySelector(selector)) await new Promise(requestAnimationFrame)
  return performance.now()
}

/** Milliseconds from the press of the key. */
async function showNext(page: Page): Promise<number> {
  return page.evaluate(async (shown) => {
    const photo = () => document.querySelector(shown)?.getAttribute('data-photo')
    const from = photo()
    const start = performance.now()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
    while (photo() === from) await new Promise(requestAnimationFrame)
    return performance.now() - start
  }, SHOWN)
}

/** The bytes of the preview and the tiles of a first view, beside those of the original. */
async function measureBytes(
  page: Page,
  turbine: number,
  headers: Record<string, string>,
  photo: Buffer,
): Promise<Line> {
  const original = await storePanoramas({ page, turbine, headers }, photo, LARGE.width, 1)
  const pictures: Promise<Buffer>[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/media/')) pictures.push(answer.body())
  })
  await load(page, panoramaAddress(turbine))
  const moved = (await Promise.all(pictures)).reduce((sum, { byteLength }) => sum + byteLength, 0)
  const share = moved / original
  return {
    what: `pictures of a first view of ${LARGE.width} × ${LARGE.width / 2} pixels`,
    figure: `${(moved / MIB).toFixed(2)} MiB`,
    reference: `the original: ${(original / MIB).toFixed(2)} MiB`,
    ratio: `${times(share)} ${share <= LARGE.shareMax ? 'PASS' : 'FAIL'}`,
  }
}
