import { describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { partnersOf } from '#panel/turbine-page/compare/partners.ts'
import {
  areApart,
  cornersOf,
  fittedInto,
  type PointPair,
  similarityOf,
  transform,
} from '#panel/turbine-page/compare/similarity.ts'
import { growth } from '../../support/time/growth.ts'

describe('the likely partner', () => {
  const photo = (id: number, year: number, rest: Partial<Photo> = {}) =>
    ({
      id,
      year,
      blade: 'A',
      room: '3',
      category: 'blade',
      thumb_url: '/t',
      originalName: `p_${id}.jpg`,
      ...rest,
    }) as Photo
  const ids = (photos: Photo[], of: Photo) => partnersOf(photos, of).map(({ id }) => id)

  it('is from the previous year, otherwise from the nearest year', () => {
    const open = photo(1, 2025)
    expect(ids([open, photo(2, 2022), photo(3, 2026), photo(4, 2024), photo(5, 2025)], open)).toEqual([
      4, 3, 2,
    ])
  })

  it('is at the same position among the photos of its year', () => {
    const [one, two, three] = [photo(11, 2026), photo(12, 2026), photo(13, 2026)]
    const before = [photo(21, 2025), photo(22, 2025), photo(23, 2025)]
    expect(ids([one, two, three, ...before], two)[0]).toBe(22)
    expect(ids([one, two, three, ...before], three)[0]).toBe(23)
  })

  it('is of the same blade, room and category, and has a picture', () => {
    const open = photo(1, 2026)
    const others = [
      photo(2, 2025, { blade: 'B' }),
      photo(3, 2025, { room: '4' }),
      photo(4, 2025, { category: 'drone' }),
      photo(5, 2025, { thumb_url: null }),
    ]
    expect(ids([open, ...others], open)).toEqual([])
  })

  it('is found quickly among thousands of photos of one place, such as those of a drone', async () => {
    const find = (count: number) => {
      const photos = Array.from({ length: count }, (_, index) => photo(index, 2025 + (index % 2)))
      return ids(photos, photos[count / 2] as Photo)[0]
    }
    expect(find(10_000)).toBe(5001)
    // Sorting the names in each comparison took 52 seconds for 400 photos.
    expect(await growth(find, 400)).toBeLessThan(3)
  })
})

describe('the alignment', () => {
  const at = (x: number, y: number) => ({ x, y })
  const close = (a: { x: number; y: number }, b: { x: number; y: number }) => {
    expect(a.x).toBeCloseTo(b.x, 6)
    expect(a.y).toBeCloseTo(b.y, 6)
  }

  it('computes the rotation, the scale and the translation from two point pairs', () => {
    const angle = 0.3
    const truth = { a: 1.7 * Math.cos(angle), b: 1.7 * Math.sin(angle), x0: -40, y0: 12 }
    const from: PointPair = [at(100, 900), at(2100, 300)]
    const found = similarityOf(from, [transform(truth, from[0]), transform(truth, from[1])])
    expect(found.a).toBeCloseTo(truth.a)
    expect(found.b).toBeCloseTo(truth.b)
    close(transform(found, at(640, 480)), transform(truth, at(640, 480)))
  })

  it('keeps angles and never mirrors', () => {
    const { a, b } = similarityOf([at(0, 0), at(1, 0)], [at(5, 5), at(5, 7)])
    // A quarter turn, twice as large.
    expect([a, b]).toEqual([0, 2])
  })

  it('refuses points that are too close to each other', () => {
    const size = { width: 3000, height: 4000 }
    expect(areApart([at(10, 10), at(100, 10)], size)).toBe(false)
    expect(areApart([at(10, 10), at(1000, 10)], size)).toBe(true)
  })

  it('fits a picture of another size into the middle before there are points', () => {
    const fitted = fittedInto({ width: 1000, height: 2000 }, { width: 3000, height: 2000 })
    expect(cornersOf(fitted, { width: 1000, height: 2000 })).toEqual([
      at(1000, 0),
      at(2000, 0),
      at(2000, 2000),
      at(1000, 2000),
    ])
  })
})
