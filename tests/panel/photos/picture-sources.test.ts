import { describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { aheadUrl, pictureSources, tiledPhoto } from '#panel/photos/lightbox/picture-sources.ts'

/** A photo of the usual shape. */
const photo = (width: number | null, height = width && Math.round((width * 2) / 3)) =>
  ({ id: 7, sha256: '5ea1', url: '/media/k', width, height }) as Photo
const urls = (width: number | null, needed: number) =>
  pictureSources(photo(width), needed, true).map(({ url }) => url)

describe('the pictures of a photo', () => {
  it('are the thumbnail, 1280 and 2560, and not the original while the photo fits the screen', () => {
    expect(urls(8192, 1400)).toEqual(['/media/k?w=320', '/media/k?w=1280', '/media/k?w=2560'])
    expect(urls(8192, 2560)).not.toContain('/media/k')
  })

  it('end with the original as soon as more pixels are needed than the largest derivative has', () => {
    expect(urls(8192, 2561).at(-1)).toBe('/media/k')
  })

  it('leave out derivatives with the same pixels as a smaller one', () => {
    expect(urls(640, 9000)).toEqual(['/media/k?w=320', '/media/k?w=1280'])
    expect(urls(1280, 9000)).toEqual(['/media/k?w=320', '/media/k?w=1280'])
    expect(urls(200, 9000)).toEqual(['/media/k?w=320'])
    expect(urls(2560, 9000).at(-1)).toBe('/media/k?w=2560')
  })

  it('have increasing widths', () => {
    expect(pictureSources(photo(2000), 9000, true).map(({ width }) => width)).toEqual([320, 1280, 2000])
  })

  it('of a very tall photo are narrower than their names, and end with the original earlier', () => {
    const blade = photo(612, 20_000)
    expect(pictureSources(blade, 300, true).map(({ width }) => width)).toEqual([39, 157, 313])
    expect(pictureSources(blade, 314, true).at(-1)).toEqual({ url: '/media/k', width: 612 })
  })

  it('never end with an original that a browser would show otherwise', () => {
    expect(pictureSources(photo(8192), 9000, false).at(-1)?.url).toBe('/media/k?w=2560')
  })

  it('do not exist for a point cloud', () => {
    expect(urls(null, 9000)).toEqual([])
    expect(aheadUrl(photo(null))).toBeUndefined()
  })
})

it('loads the middle derivative of a neighbour ahead, or the smallest one of a small photo', () => {
  expect(aheadUrl(photo(8192))).toBe('/media/k?w=1280')
  expect(aheadUrl(photo(300))).toBe('/media/k?w=320')
})

describe('the tiles of a photo', () => {
  it('are shown instead of an original that a browser would show otherwise, from the same size on', () => {
    expect(tiledPhoto(photo(8192), 2560, false)).toBeUndefined()
    expect(tiledPhoto(photo(8192), 2561, false)).toEqual({
      photo: { id: 7, sha256: '5ea1', width: 8192, height: 5461 },
      known: 2560,
    })
  })

  it('are not shown if the browser shows the original', () => {
    expect(tiledPhoto(photo(8192), 9000, true)).toBeUndefined()
  })

  it('are not needed if a derivative has all pixels of the photo', () => {
    expect(tiledPhoto(photo(2560), 9000, false)).toBeUndefined()
  })
})
