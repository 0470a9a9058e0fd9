import { expect, it } from 'vitest'
import types from '#content/findings/types.json' with { type: 'json' }
import { typeNumber } from '#domain/findings/type-numbers.ts'

/** Models are trained on these numbers. A line of this list never changes and never goes, also when its type is not in the table any more. */
const PINNED: [number: number, type: string][] = [
  [1, 'le-erosion'],
  [2, 'pitting'],
  [3, 'lep-damage'],
  [4, 'coating-loss'],
  [5, 'discolouration'],
  [6, 'scratch'],
  [7, 'gelcoat-crack'],
  [8, 'crack-longitudinal'],
  [9, 'crack-transverse'],
  [10, 'te-split'],
  [11, 'bond-open'],
  [12, 'delamination'],
  [13, 'web-damage'],
  [14, 'laminate-open'],
  [15, 'dry-fibre'],
  [16, 'root-damage'],
  [17, 'lightning-strike'],
  [18, 'receptor-damage'],
  [19, 'conductor-damage'],
  [20, 'impact'],
  [21, 'vg-damage'],
  [22, 'serration-damage'],
  [23, 'drain-blocked'],
  [24, 'contamination'],
  [25, 'oil'],
  [26, 'repair-failing'],
  [27, 'other'],
  // Types that an editor adds have numbers that are computed, in this way for ever.
  [927_347_305, 'ice'],
  [490_717_648, 'rust'],
]

it.each(PINNED)('has the number %i for %s', (number, type) => {
  expect(typeNumber(type)).toBe(number)
})

it('gives no number to two types', () => {
  const all = [...new Set([...types.types.map(({ id }) => id), ...PINNED.map(([, type]) => type)])]
  expect(new Set(all.map(typeNumber)).size).toBe(all.length)
})

it('has a number of 32 bits above those of the list for every other type', () => {
  const others = Array.from({ length: 1000 }, (_, index) => `type-${index}`)
  const numbers = others.map(typeNumber)
  expect(Math.min(...numbers)).toBeGreaterThan(1000)
  expect(Math.max(...numbers)).toBeLessThan(2 ** 31)
  expect(new Set(numbers).size).toBe(others.length)
})
