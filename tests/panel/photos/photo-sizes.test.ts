import { describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { coverSizes, gridSources, rowShare, tileRatio } from '#panel/photos/photo-sizes.ts'

const photo = (width: number | null, height: number | null) => ({ width, height, url: '/media/k' }) as Photo

describe('the tile of a photo', () => {
  it('has the aspect ratio of the photo', () => {
    expect(tileRatio(photo(3000, 2000))).toBe(1.5)
    expect(tileRatio(photo(8192, 4096))).toBe(2)
  })

  it('is never too long or too tall', () => {
    expect(tileRatio(photo(20_000, 1000))).toBeLessThan(3)
    expect(tileRatio(photo(1000, 20_000))).toBeGreaterThan(0.5)
  })

  it('has a default aspect ratio if there is no picture', () => {
    expect(tileRatio(photo(null, null))).toBeCloseTo(4 / 3)
  })
})

describe('a row of photos', () => {
  it.each([
    ['one panorama', [photo(4096, 2048)]],
    ['two photos', [photo(3000, 2000), photo(3000, 2000)]],
    ['three of different shapes', [photo(3000, 2000), photo(2000, 3000), photo(4096, 2048)]],
  ])('holds %s without wrapping', (_, photos) => {
    const breadth = photos.reduce((sum, { width, height }) => sum + (width ?? 0) / (height ?? 1), 0)
    expect(rowShare(photos) * breadth).toBeLessThan(1)
  })

  it('is higher for fewer photos, up to a limit', () => {
    const upright = photo(2000, 3000)
    expect(rowShare([upright])).toBe(rowShare([upright, upright]))
    const shares = [1, 2, 3, 60].map((n) => rowShare(Array(n).fill(photo(3000, 2000))))
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  })
})

describe('the pictures that the browser may choose for a tile', () => {
  it('are the small and the middle derivative, never the large one', () => {
    expect(gridSources(photo(3000, 2000)).split(', ')).toEqual([
      '/media/k?w=1280 1280w',
      '/media/k?w=320 320w',
    ])
  })

  it('have the widths of their pixels, not of their names', () => {
    expect(gridSources(photo(1000, 700))).toBe('/media/k?w=1280 1000w, /media/k?w=320 320w')
    expect(gridSources(photo(612, 20_000))).toBe(
      '/media/k?w=2560 313w, /media/k?w=1280 157w, /media/k?w=320 39w',
    )
  })

  it('are chosen by the width of the whole picture, of which a tile shows a part', () => {
    const places = [photo(3000, 2000), photo(1000, 20_000), photo(null, null)]
    expect(places.map((each) => coverSizes(each, '300px', 1.5))).toEqual(['300px', '300px', '300px'])
    expect(coverSizes(photo(12_000, 1200), '300px', 1.5)).toBe('calc(6.667 * 300px)')
  })
})
