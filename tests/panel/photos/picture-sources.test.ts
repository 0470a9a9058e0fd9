import { describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { aheadUrl, pictureSources } from '#panel/photos/viewer/picture-sources.ts'

const photo = (width: number | null) => ({ url: '/media/k', width }) as Photo
const urls = (width: number | null, needed: number) =>
  pictureSources(photo(width), needed).map(({ url }) => url)

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
    expect(pictureSources(photo(2000), 9000).map(({ width }) => width)).toEqual([320, 1280, 2000])
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
