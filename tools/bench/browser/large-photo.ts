import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { turbineAddress } from '../../../domain/panel-addresses.ts'
import type { Photo } from '../../../domain/photo.ts'
import { tileLevels, tileUrl } from '../../../domain/pictures/panorama.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, milliseconds, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'

/** 200 megapixels. */
const SIZE = { width: 16_000, height: 12_500 }
/** From the key for the actual size until the screen is sharp, in milliseconds. */
const SHARP_MS_MAX = 1000
/** The pictures that come for it, in bytes. */
const BYTES_MAX = 3_000_000
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
]
const SHARP = 'canvas[data-sharp=true]:not([hidden])'

/** A photo of 200 megapixels at its actual size in the lightbox, whose tiles exist, beside loading its original. */
export async function measureLargePhoto(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'large-photo'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const browser = await launchBrowser()
  try {
    const stored = await upload(server.origin, turbine, headers, photo)
    const lines: Line[] = []
    for (const viewport of WINDOWS) {
      const page = await signedInPage(browser, server.origin)
      await page.setViewportSize(viewport)
      const { ms, bytes, before } = await measureActualSize(page, turbine, stored)
      const original = await loadOriginal(page, stored.url)
      const name = `${viewport.width} × ${viewport.height}`
      const sharp = within(`sharp at 1:1 in ${name}`, ms, SHARP_MS_MAX, milliseconds)
      const moved = within(`pictures that come for it`, bytes, BYTES_MAX, megabytes)
      lines.push(
        {
          ...sharp,
          reference: `${sharp.reference}; the original: ${original.isShown ? milliseconds(original.ms) : 'not shown'}`,
        },
        { ...moved, reference: `${moved.reference}; the original: ${megabytes(original.bytes)}` },
        { what: 'pictures that came when it was opened', figure: megabytes(before) },
      )
      await page.context().close()
    }
    return lines
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** Stores the photo with all details of a camera, and makes its tiles. */
async function upload(
  origin: string,
  turbine: number,
  headers: Record<string, string>,
  photo: Buffer,
): Promise<Photo> {
  const ground = { create: { ...SIZE, channels: 3 as const, background: '#888' }, limitInputPixels: false }
  const bytes = await sharp(ground)
    .composite([{ input: photo, tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer()
  const body = new FormData()
  body.set('room', '1')
  body.set('blade', 'A')
  body.set('photos', new File([Uint8Array.from(bytes)], 'large.jpg', { type: 'image/jpeg' }))
  const answer = await fetch(`${origin}/api/turbines/${turbine}/photos`, { method: 'POST', headers, body })
  const { data = [] } = (await answer.json()) as { data?: Photo[] }
  const [stored] = data
  if (!stored) throw new Error(`The upload returned ${answer.status}`)
  const level = tileLevels(SIZE.width, SIZE.height).length - 1
  const tile = tileUrl(stored).replace('{level}', String(level)).replace('{column}-{row}', '0-0')
  const made = await fetch(`${origin}${tile}`, { headers })
  if (!made.ok) throw new Error(`A tile returned ${made.status}`)
  return stored
}

/** Milliseconds from the key until the screen is sharp, and the bytes of the pictures that came for it and before it. */
async function measureActualSize(
  page: Page,
  turbine: number,
  photo: Photo,
): Promise<{ ms: number; bytes: number; before: number }> {
  const pictures: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/media/')) pictures.push(request)
  })
  await page.goto(`${turbineAddress(turbine)}?photo=${photo.id}`)
  await page.locator('[role=dialog] img[src$="?w=2560"]').waitFor()
  await page.waitForLoadState('networkidle')
  const before = await sizeOf(pictures)
  const ms = await page.evaluate(async (sharp) => {
    const start = performance.now()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))
    while (!document.querySelector(sharp)) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - start
  }, SHARP)
  return { ms, bytes: (await sizeOf(pictures)) - before, before }
}

async function sizeOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** What the lightbox did before: loads and decodes the original. */
function loadOriginal(page: Page, url: string): Promise<{ ms: number; bytes: number; isShown: boolean }> {
  return page.evaluate(async (address) => {
    const start = performance.now()
    const blob = await (await fetch(address)).blob()
    const image = new Image()
    image.src = URL.createObjectURL(blob)
    const isShown = await image.decode().then(
      () => true,
      () => false,
    )
    return { ms: performance.now() - start, bytes: blob.size, isShown }
  }, url)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`
}
