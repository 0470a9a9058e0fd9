import { flushSync } from 'react-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { PhotoLayers } from '#panel/photos/lightbox/photo-layers.tsx'
import type { ShownPlace } from '#panel/photos/lightbox/tile-picture.tsx'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { attachRoot } from '../panel-screen.tsx'

const PHOTO = {
  id: 7,
  key: 'a.jpg',
  url: '/media/a.jpg',
  width: 8000,
  height: 6000,
  size: 9_000_000,
  original_shown: true,
} as Photo
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 }
const FITTED: ShownPlace = { needed: 1400, width: 1400, part: WHOLE }
const MAGNIFIED: ShownPlace = { needed: 8000, width: 8000, part: { ...WHOLE, right: 0.1, bottom: 0.1 } }

let root: ReturnType<typeof attachRoot>['root']
/** What the browser has measured and not yet reported. */
let measured: Pick<PerformanceResourceTiming, 'name' | 'decodedBodySize'>[]

beforeEach(() => {
  measured = []
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
      takeRecords = () => measured.splice(0)
    },
  )
  HTMLImageElement.prototype.decode = () => Promise.resolve()
  root = attachRoot().root
})

function show(place: ShownPlace, photo = PHOTO): void {
  flushSync(() =>
    root.render(
      <PreferencesProvider>
        <PhotoLayers photo={photo} place={place} alt="" />
      </PreferencesProvider>,
    ),
  )
}

const images = () => [...document.querySelectorAll('img')]
const shown = () => images().map((image) => image.getAttribute('src'))

/** The picture that is loading is loaded, as far as Firefox says it. */
async function finishLoading(url: string): Promise<void> {
  await expect.poll(() => shown().at(-1)).toBe(url)
  images().at(-1)?.dispatchEvent(new Event('load'))
}

async function loadDerivatives(): Promise<void> {
  for (const width of [320, 1280, 2560]) await finishLoading(`/media/a.jpg?w=${width}`)
}

/** The browser has got so many bytes of the original. */
async function finishOriginal(bytes: number): Promise<void> {
  await expect.poll(() => shown().at(-1)).toBe(PHOTO.url)
  measured.push({ name: new URL(PHOTO.url, window.location.href).href, decodedBodySize: bytes })
  await finishLoading(PHOTO.url)
}

it('shows the original alone once it is there', async () => {
  show(MAGNIFIED)
  await loadDerivatives()
  await finishOriginal(PHOTO.size)
  await expect.poll(shown).toEqual([PHOTO.url])
  expect(document.querySelector('canvas')).toBeNull()
})

it('shows the original if the browser had it', async () => {
  show(MAGNIFIED)
  await loadDerivatives()
  await finishLoading(PHOTO.url)
  await expect.poll(shown).toEqual([PHOTO.url])
})

it('shows tiles instead of an original whose connection was lost half-way, and loads it again when the browser is online', async () => {
  show(MAGNIFIED)
  await loadDerivatives()
  await finishOriginal(PHOTO.size / 2)
  await expect.poll(shown).toEqual(['/media/a.jpg?w=2560'])
  expect(document.querySelector('canvas')).not.toBeNull()

  // What was rendered last has its effects, such as the one that waits for the network, before something else is rendered.
  show(MAGNIFIED)
  flushSync(() => window.dispatchEvent(new Event('online')))
  await finishOriginal(PHOTO.size)
  await expect.poll(shown).toEqual([PHOTO.url])
})

it('returns to the largest derivative if the server finds out that browsers turn the original in another way', async () => {
  show(MAGNIFIED)
  await loadDerivatives()
  await finishOriginal(PHOTO.size)
  await expect.poll(shown).toEqual([PHOTO.url])
  show(FITTED, { ...PHOTO, original_shown: false })
  expect(shown()).toEqual(['/media/a.jpg?w=2560'])
})

it('loads the derivatives again that a server that was away for a moment did not send', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  show(FITTED)
  for (let failure = 0; failure < 3; failure += 1)
    flushSync(() => images().at(-1)?.dispatchEvent(new Event('error')))
  expect(images()).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  flushSync(() => {})
  expect(shown()).toEqual(['/media/a.jpg?w=320'])
  vi.useRealTimers()
})
