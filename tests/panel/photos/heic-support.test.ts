import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'

const HEIC = { key: 'turbines/1/photos/IMG_0001.HEIC', width: 4032, height: 3024 } as Photo

const tried = vi.fn()

/** What `showsHeic` says at first and after the browser has tried the sample. */
async function ask(photo: Photo, decode: () => Promise<void>): Promise<[first: boolean, then: boolean]> {
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      decode() {
        tried(this.src.slice(0, 16))
        return decode()
      }
    },
  )
  const { showsHeic } = await import('#panel/photos/lightbox/heic-support.ts')
  const first = showsHeic(photo)
  // The answer of the browser is known a few turns of the promises later.
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  return [first, showsHeic(photo)]
}

beforeEach(() => {
  vi.resetModules()
  tried.mockClear()
})

it('shows a HEIC itself in a browser that can, as soon as it has tried a small one', async () => {
  expect(await ask(HEIC, () => Promise.resolve())).toEqual([false, true])
  expect(tried.mock.calls).toEqual([['data:image/heic;']])
})

it.each(['IMG_0001.heic', 'IMG_0001.heif', 'DSC_0001.HIF'])('shows %s itself, too', async (name) => {
  const photo = { ...HEIC, key: `turbines/1/photos/${name}` }
  expect(await ask(photo, () => Promise.resolve())).toEqual([false, true])
})

it('never asks for the file of a HEIC in a browser that cannot', async () => {
  expect(await ask(HEIC, () => Promise.reject(new DOMException('', 'EncodingError')))).toEqual([false, false])
})

it.each([
  ['another kind of file', { ...HEIC, key: 'turbines/1/photos/heic.webp' }],
  ['more pixels than a browser should hold', { ...HEIC, width: 10_000, height: 8000 }],
])('tries nothing for %s', async (_, photo) => {
  expect(await ask(photo, () => Promise.resolve())).toEqual([false, false])
  expect(tried).not.toHaveBeenCalled()
})
