import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { panoramaAddress } from '#domain/panel-addresses.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../tests/server-process.ts'
import { launchBrowser, signedInPage } from './browser.ts'
import { type Line, milliseconds, within } from './report.ts'
import { storePanoramas } from './store-panoramas.ts'

/** Milliseconds that the viewer may take. */
const LIMITS = { first: 500, sharp: 2_000, next: 300 }
const ROUNDS = 3
const WIDTH = 8192

/** How fast the 360° viewer shows panoramas: after opening, sharp, and the next one. The script is cached, as after a first visit. */
export async function measurePanoramas(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'panorama'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    await storePanoramas({ page, turbine, headers }, photo, WIDTH, 2)
    const address = panoramaAddress(turbine)
    // Makes the tiles, and fills the cache with the script.
    await open(page, address)
    const opened: { first: number; sharp: number }[] = []
    const next: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      opened.push(await open(page, address))
      await page.waitForLoadState('networkidle')
      next.push(await showNext(page))
    }
    await page.context().close()
    return [
      within(
        'first whole sphere after opening',
        Math.min(...opened.map(({ first }) => first)),
        LIMITS.first,
        milliseconds,
      ),
      within('sharp in view', Math.min(...opened.map(({ sharp }) => sharp)), LIMITS.sharp, milliseconds),
      within('the next panorama', Math.min(...next), LIMITS.next, milliseconds),
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** Milliseconds from the start of the navigation. */
async function open(page: Page, address: string): Promise<{ first: number; sharp: number }> {
  await page.goto(address)
  const first = await page.evaluate(untilShown)
  return { first, sharp: await page.evaluate(untilSharp) }
}

/** Milliseconds from the press of the key. */
async function showNext(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const from = document.querySelector('main [data-photo]')?.getAttribute('data-photo')
    const start = performance.now()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
    for (;;) {
      await new Promise(requestAnimationFrame)
      const shown = document.querySelector('main [data-photo]')?.getAttribute('data-photo')
      if (shown !== from) return performance.now() - start
    }
  })
}

async function untilShown(): Promise<number> {
  while (!document.querySelector('main [data-photo]')) await new Promise(requestAnimationFrame)
  return performance.now()
}

async function untilSharp(): Promise<number> {
  while (!document.querySelector('main [aria-busy=false]')) await new Promise(requestAnimationFrame)
  return performance.now()
}
