import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distanceOf, GAP_PX, heightOf, pageAt, pageTops } from '#panel/reports/reader/page-places.ts'

const A4 = { width: 595, height: 842 }
const A3_ACROSS = { width: 1191, height: 842 }

it('places pages of all sizes one below the other, all equally wide', () => {
  const tops = pageTops([A4, A3_ACROSS], 800)
  expect(tops).toEqual([16, 16 + 1132 + 16, 16 + 1132 + 16 + 566 + 16])
  expect(heightOf(A3_ACROSS, 800)).toBe(566)
})

it('finds the page at each distance, and the distance of each place again', () => {
  const sizes = fc.record({
    width: fc.integer({ min: 100, max: 2000 }),
    height: fc.integer({ min: 100, max: 2000 }),
  })
  fc.assert(
    fc.property(fc.array(sizes, { minLength: 1, maxLength: 30 }), fc.nat(20_000), (pages, far) => {
      const tops = pageTops(pages, 700)
      const distance = Math.min(Math.max(far, GAP_PX), (tops.at(-1) ?? 0) - 1)
      const place = pageAt(tops, distance)
      expect(tops[place.page]).toBeLessThanOrEqual(distance)
      expect(tops[place.page + 1]).toBeGreaterThan(distance)
      expect(distanceOf(tops, place)).toBeCloseTo(distance, 6)
    }),
  )
})

it('has a page before the first and after the last one, too', () => {
  const tops = pageTops([A4, A4], 595)
  expect(pageAt(tops, 0)).toEqual({ page: 0, share: 0 })
  expect(pageAt(tops, 1e9).page).toBe(1)
  expect(pageAt(pageTops([], 595), 5)).toEqual({ page: 0, share: 0 })
})
