import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { BLADES } from '#domain/photo.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import { Example } from '../../../site/example/example-schema.ts'
import { markPlaces } from '../../../site/example/mark-places.ts'

const FOLDER = join(import.meta.dirname, '../../../site/example')
const MB = 1_000_000

const json: unknown = JSON.parse(readFileSync(join(FOLDER, 'example.json'), 'utf8'))

it('the example has the fields of the API, no more and no less', () => {
  expect(Example.parse(json)).toEqual(json)
})

const { findings, inspection, reports } = Example.parse(json)

it('the example has findings on all blades, due days, growth over two years and a repaired damage', () => {
  const own = findings.filter(({ year }) => year === inspection.year)
  expect(new Set(own.map(({ blade }) => blade))).toEqual(new Set(BLADES))
  expect(own.filter(({ due_on }) => due_on !== null).length).toBeGreaterThan(3)
  expect(own.filter(({ earlier_id }) => earlier_id !== null).length).toBeGreaterThan(1)
  expect(findings.map(({ status }) => status)).toContain('repaired')
})

it('each finding has its photo in both widths, and the reports are the files that are there', async () => {
  for (const { number } of findings)
    for (const width of [480, 1280]) {
      const photo = await sharp(join(FOLDER, `photos-${width}`, `${number.toLowerCase()}.avif`)).metadata()
      expect(photo.width).toBeLessThanOrEqual(width)
      expect(photo.format).toBe('heif')
    }
  for (const language of LANGUAGES)
    expect(statSync(join(FOLDER, `report-${language}.pdf`)).size).toBe(reports[language].size)
  expect(reports.tr.size + reports.en.size).toBeLessThan(2.5 * MB)
})

/** The left edges in pixels, where the blade has this width. */
function leftsAt(width: number, shares: number[]): number[] {
  return markPlaces(shares).map((place) => {
    const js = place
      .replaceAll(/(-?[\d.]+)%/g, (_, percent) => `${(Number(percent) / 100) * width}`)
      .replaceAll(/(-?[\d.]+)rem/g, (_, rem) => `${Number(rem) * 16}`)
    return new Function('min', 'max', `return ${js}`)(Math.min, Math.max)
  })
}

it.each([
  {
    what: 'at their places where there is room',
    width: 1000,
    shares: [0.1, 0.5, 0.9],
    lefts: [86, 486, 886],
  },
  { what: 'beside each other at one place', width: 1000, shares: [0.5, 0.5], lefts: [486, 518] },
  { what: 'inside the blade at its tip', width: 200, shares: [0.95, 0.97, 1], lefts: [108, 140, 172] },
  { what: 'inside the blade at its root', width: 200, shares: [0, 0], lefts: [0, 32] },
])('the marks of a blade are $what', ({ width, shares, lefts }) => {
  expect(leftsAt(width, shares)).toEqual(lefts)
})
