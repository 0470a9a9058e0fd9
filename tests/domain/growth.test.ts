import { describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { forecastGrowth, growthOf, lastChange } from '#domain/findings/growth.ts'
import { changesSince } from '#domain/findings/year-changes.ts'
import { answeredFinding } from '../support/answered-finding.ts'

const first = answeredFinding(1, { year: 2024, severity: 2, length_mm: 120, later_id: 2 })
const second = answeredFinding(2, { year: 2025, severity: 3, earlier_id: 1, later_id: 3 })
const third = answeredFinding(3, { year: 2026, severity: 4, length_mm: 310, earlier_id: 2 })

/** A chain with a length in each of the years from 2024. */
function chain(lengths: (number | null)[], newest: Partial<Finding> = {}): Finding[] {
  return lengths.map((length_mm, index) => {
    const isNewest = index === lengths.length - 1
    return answeredFinding(index + 1, {
      year: 2024 + index,
      found_on: `${2024 + index}-05-10`,
      length_mm,
      earlier_id: index === 0 ? null : index,
      later_id: isNewest ? null : index + 2,
      ...(isNewest && newest),
    })
  })
}

describe('a history', () => {
  it('grows by the measures of its type first, then by the first usual one that two of its findings have', () => {
    const { measure, points } = growthOf([first, second, third], [])
    expect(measure).toBe('length_mm')
    expect(points.map(({ value }) => value)).toEqual([120, null, 310])
    const wide = [first, third].map((finding) => ({ ...finding, width_mm: 5 }))
    expect(growthOf(wide, ['width_mm']).measure).toBe('width_mm')
  })

  it('grows by the range along the blade if no measure is given twice, and by nothing else', () => {
    const ranged = [
      answeredFinding(1, { from_m: 10, to_m: 10.5 }),
      answeredFinding(2, { from_m: 10, to_m: 11.25 }),
    ]
    expect(growthOf(ranged, [])).toMatchObject({
      measure: 'extent_mm',
      points: [{ value: 500 }, { value: 1250 }],
    })
    expect(growthOf([second], []).measure).toBeUndefined()
  })

  it('has the change to the sighting before that was measured', () => {
    expect(lastChange(growthOf([first, second, third], []))).toEqual({
      measure: 'length_mm',
      from: 120,
      to: 310,
    })
    expect(lastChange(growthOf(chain([120, 180, null]), []))).toBeUndefined()
  })
})

describe('a forecast', () => {
  const forecast = (history: Finding[]) => forecastGrowth(growthOf(history, []))

  it('goes on along the line through the sightings, with the error of their distances to it', () => {
    // By the formula: slope 95.0 mm a year, s = 20.4 mm, error 20.4 · √(1 + 1/3 + 4/2) = 37.3 mm.
    expect(forecast(chain([500, 570, 690]))).toEqual({
      measure: 'length_mm',
      day: '2027-05-10',
      low: 740,
      high: 810,
      sightings: 3,
    })
  })

  it('is exact to two digits, and without an error on a straight line', () => {
    expect(forecast(chain([100, 200, 300]))).toMatchObject({ low: 400, high: 400 })
  })

  it('never begins below the last sighting, and is not rounded to more than the growth', () => {
    expect(forecast(chain([1000, 1010, 1149]))).toMatchObject({ low: 1149, high: 1300 })
    expect(forecast(chain([1140, 1145, 1150]))).toMatchObject({ low: 1155, high: 1155 })
  })

  it.each([
    ['two sightings', chain([100, 200])],
    ['a third without the measure', chain([100, 200, null])],
    ['a damage that does not grow', chain([300, 300, 300])],
    ['a repaired damage', chain([100, 200, 300], { status: 'repaired' })],
    ['an error above the growth', chain([100, 400, 110])],
  ])('is not made from %s', (_, history) => {
    expect(forecast(history)).toBeUndefined()
  })
})

describe('the changes between two inspections', () => {
  const changes = (findings: Finding[]) => changesSince(findings, { year: 2026, before: 2025 }, () => [])

  it('count a chain once: new, grown or solved', () => {
    const grown = chain([100, 200, 300])
    const added = answeredFinding(10, { year: 2026 })
    const same = [
      answeredFinding(20, { year: 2025, later_id: 21, severity: 2 }),
      answeredFinding(21, { year: 2026, earlier_id: 20, severity: 2 }),
    ]
    const solved = answeredFinding(30, { year: 2025, status: 'repaired' })
    const solvedBefore = answeredFinding(40, { year: 2024, status: 'closed' })
    const { added: fresh, ...rest } = changes([...grown, added, ...same, solved, solvedBefore])
    expect(fresh.map(({ id }) => id)).toEqual([10])
    expect(rest.grown).toEqual([{ finding: grown[2], change: { measure: 'length_mm', from: 200, to: 300 } }])
    expect(rest.solved.map(({ id }) => id)).toEqual([30])
  })

  it('call a damage grown also by its severity, and compare with the last sighting before', () => {
    const worse = [
      answeredFinding(1, { year: 2024, later_id: 2, severity: 2, length_mm: 100 }),
      answeredFinding(2, { year: 2026, earlier_id: 1, severity: 3, length_mm: 90 }),
    ]
    expect(changes(worse).grown).toEqual([{ finding: worse[1], change: undefined }])
  })

  it('leave out what is known only later', () => {
    const later = answeredFinding(1, { year: 2027 })
    expect(changes([later])).toEqual({ added: [], grown: [], solved: [] })
  })
})
