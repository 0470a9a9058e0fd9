import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TileCanvas } from '#panel/photos/lightbox/tile-canvas.ts'

const PHOTO = { id: 7, sha256: '5ea1', width: 16_384, height: 12_288 }
const KNOWN = 2560

interface Bitmap {
  url: string
  close: ReturnType<typeof vi.fn>
}

let made: Bitmap[]
let drawn: string[]
let answer: (url: string) => Response
let canvas: HTMLCanvasElement
let tiles: TileCanvas

beforeEach(() => {
  made = []
  drawn = []
  answer = (url) => new Response(url, { headers: { 'Content-Type': 'image/jpeg' } })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string) => answer(url))
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    const bitmap = {
      width: 512,
      height: 512,
      url: (await blob.text()).replace(/^\/media\/panoramas\/7\/(.*)\?file=5ea1$/, '$1'),
      close: vi.fn(),
    }
    made.push(bitmap)
    return bitmap
  })
  canvas = document.createElement('canvas')
  const context = { drawImage: (bitmap: Bitmap) => drawn.push(bitmap.url) }
  vi.spyOn(canvas, 'getContext').mockReturnValue(context as unknown as null)
  tiles = new TileCanvas({ photo: PHOTO, canvas, known: KNOWN })
})
afterEach(() => {
  tiles.dispose()
})

/** Shows 1024 × 1024 pixels of the screen, whose upper left corner shows this pixel of the photo. */
async function show(scale: number, left = 0, top = 0): Promise<void> {
  const [across, down] = [1024 / scale, 1024 / scale]
  const part = {
    left: left / PHOTO.width,
    top: top / PHOTO.height,
    right: (left + across) / PHOTO.width,
    bottom: (top + down) / PHOTO.height,
  }
  drawn = []
  tiles.show({ needed: PHOTO.width * scale, width: PHOTO.width * scale, part })
  await vi.runAllTimersAsync()
}

it('draws the tiles of the level that is sharp, and is empty while the picture below is sharp', async () => {
  await show(0.1)
  expect([made, canvas.hidden, canvas.width]).toEqual([[], true, 0])
  await show(1)
  expect(made.map(({ url }) => url).sort()).toEqual(['5/0-0', '5/0-1', '5/1-0', '5/1-1'])
  expect([canvas.hidden, canvas.width, canvas.dataset.sharp]).toEqual([false, 1024, 'true'])
  await show(0.1)
  expect([drawn, canvas.hidden, canvas.width]).toEqual([[], true, 0])
})

it('draws tiles of other levels at once, below those that are missing', async () => {
  await show(0.5)
  expect(made).toHaveLength(4)
  answer = () => new Response('', { status: 503 })
  drawn = []
  const part = { left: 0, top: 0, right: 1024 / PHOTO.width, bottom: 1024 / PHOTO.height }
  tiles.show({ needed: PHOTO.width, width: PHOTO.width, part })
  expect(drawn).toEqual(['4/0-0'])
  expect(canvas.dataset.sharp).toBe('false')

  // Zooming out draws the sharper tiles until those of the level come.
  tiles.show({ needed: PHOTO.width * 0.24, width: 100, part: { left: 0, top: 0, right: 1, bottom: 1 } })
  expect(drawn.toSorted()).toEqual(['4/0-0', '4/0-0', '4/0-1', '4/1-0', '4/1-1'])
})

it('draws nothing while the view stays the same, unless the graphics card has lost the canvas', async () => {
  await show(1)
  expect(drawn).not.toEqual([])
  await show(1)
  expect(drawn).toEqual([])
  canvas.oncontextrestored?.(new Event('contextrestored'))
  await vi.runAllTimersAsync()
  expect(drawn).not.toEqual([])
  await show(1, 1)
  expect(drawn).not.toEqual([])
})

it('frees the memory of tiles that are out of view', async () => {
  for (let row = 0; row < 20; row += 1)
    for (let column = 0; column < 14; column += 1) await show(1, column * 1024, row * 512)
  const open = made.filter(({ close }) => close.mock.calls.length === 0)
  expect(made.length).toBeGreaterThan(500)
  expect(open).toHaveLength(128)
  // The last ones are kept.
  expect(open).toContain(made.at(-1))
  expect(canvas.width).toBe(1024)
  tiles.dispose()
  expect(made.every(({ close }) => close.mock.calls.length === 1)).toBe(true)
  expect(canvas.width).toBe(0)
})

it('keeps every tile in view, however many there are', async () => {
  const part = { left: 0, top: 0, right: (15 * 512) / PHOTO.width, bottom: (10 * 512) / PHOTO.height }
  tiles.show({ needed: PHOTO.width, width: PHOTO.width, part })
  await vi.runAllTimersAsync()
  expect(made).toHaveLength(150)
  expect(made.filter(({ close }) => close.mock.calls.length > 0)).toEqual([])
})

it('asks for the other tiles if one is missing', async () => {
  const asked = vi.fn()
  answer = (url) => {
    asked()
    return url.includes('/1-1?')
      ? new Response('', { status: 404 })
      : new Response(url, { headers: { 'Content-Type': 'image/jpeg' } })
  }
  await show(1)
  expect([canvas.hidden, canvas.dataset.sharp, drawn.length]).toEqual([false, 'true', 3])
  await show(1, 4096)
  expect(asked).toHaveBeenCalledTimes(8)
})

it.each([413, 415])('asks for no more tiles if the server can make none (%d)', async (status) => {
  const asked = vi.fn()
  answer = () => {
    asked()
    return new Response('', { status })
  }
  await show(1)
  const before = asked.mock.calls.length
  expect(before).toBeGreaterThan(0)
  await show(1, 8192)
  expect([asked.mock.calls.length, canvas.hidden]).toEqual([before, true])
})
