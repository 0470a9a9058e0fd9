import { describe, expect, it } from 'vitest'
import severities from '#content/findings/severities.json' with { type: 'json' }
import types from '#content/findings/types.json' with { type: 'json' }
import type { Finding, FindingFields } from '#domain/findings/finding.ts'
import { findingIssues } from '#domain/findings/finding-issues.ts'
import { historyOf, nearbyEarlier } from '#domain/findings/finding-links.ts'
import {
  isBladeInspected,
  numberAt,
  sideOfRoom,
  stateOfWorst,
  turbineState,
} from '#domain/findings/finding-rules.ts'
import { FindingShape } from '#domain/findings/finding-shape.ts'
import { FindingSeverities, FindingTypes, SEVERITIES } from '#domain/findings/finding-type.ts'
import { answeredFinding } from '../support/answered-finding.ts'

describe('the tables of an editor', () => {
  it('have at least 27 types with a family each, and no id twice', () => {
    const { families, types: all } = FindingTypes.parse(types)
    const ids = all.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(27)
    expect(new Set(ids).size).toBe(ids.length)
    const known = families.map(({ id }) => id)
    expect(new Set(known).size).toBe(known.length)
    for (const { family } of all) expect(known).toContain(family)
  })

  it('have the five severities in their order, with the months of the standard', () => {
    const all = FindingSeverities.parse(severities)
    expect(all.map(({ severity }) => severity)).toEqual([...SEVERITIES])
    expect(all.map(({ months }) => months)).toEqual([null, 12, 6, 3, 0])
  })
})

it('numbers findings by blade, side and serial', () => {
  expect(numberAt({ blade: 'A', side: 'LE' }, 1)).toBe('A-LE-001')
  expect(numberAt({ blade: 'C', side: 'TAIL' }, 1234)).toBe('C-TAIL-1234')
})

it('knows the side of the windward and leeward rooms only', () => {
  expect(['1', '2', '3'].map(sideOfRoom)).toEqual(['PS', 'PS', 'PS'])
  expect(['4', '5', '6'].map(sideOfRoom)).toEqual([undefined, undefined, undefined])
  expect(['7', '8', '9'].map(sideOfRoom)).toEqual(['SS', 'SS', 'SS'])
  expect(['0', '10', 'WW', ''].map(sideOfRoom)).toEqual([undefined, undefined, undefined, undefined])
})

describe('a shape', () => {
  const isValid = (shape: unknown) => FindingShape.safeParse(shape).success
  const image = (kind: string, ...points: number[][]) => isValid({ on: 'image', kind, points })
  const sphere = (kind: string, ...points: number[][]) => isValid({ on: 'sphere', kind, points })

  it('has as many points as its kind needs', () => {
    expect(image('point', [0, 1])).toBe(true)
    expect(image('point', [0, 1], [1, 1])).toBe(false)
    expect(image('box', [0, 0], [1, 1])).toBe(true)
    expect(image('box', [0, 0])).toBe(false)
    expect(image('polygon', [0, 0], [1, 0], [1, 1])).toBe(true)
    expect(image('polygon', [0, 0], [1, 0])).toBe(false)
    expect(image('polygon', ...Array.from({ length: 201 }, () => [0, 0]))).toBe(false)
    expect(image('circle', [0, 0], [1, 1])).toBe(false)
  })

  it('stays inside the photo', () => {
    expect(image('point', [-0.01, 0.5])).toBe(false)
    expect(image('point', [0.5, 1.01])).toBe(false)
    expect(sphere('point', [-180, -90])).toBe(true)
    expect(sphere('point', [181, 0])).toBe(false)
    expect(sphere('point', [0, 91])).toBe(false)
  })

  it('has the corners of a box in their order, but may cross the seam of a sphere', () => {
    expect(image('box', [0.5, 0.1], [0.4, 0.2])).toBe(false)
    expect(image('box', [0.4, 0.2], [0.5, 0.2])).toBe(false)
    expect(sphere('box', [170, -5], [-170, 5])).toBe(true)
    expect(sphere('box', [170, 5], [-170, -5])).toBe(false)
  })
})

describe('the fields of a finding', () => {
  const issuesOf = (fields: Partial<FindingFields>, bladeLength: number | null = 60) =>
    findingIssues(answeredFinding(1, fields), { bladeLength }).map(({ path, code }) => `${path} ${code}`)

  it('fit each other', () => {
    expect(issuesOf({})).toEqual([])
    expect(issuesOf({ from_m: 34.6, to_m: 37.1 })).toEqual([])
    expect(issuesOf({ from_m: 37.1, to_m: 34.6 })).toEqual(['to_m invalid_range'])
    expect(issuesOf({ to_m: 34.6 })).toEqual(['to_m invalid_range'])
    expect(issuesOf({ own_due_on: '2026-12-01' })).toEqual(['due_reason required'])
    expect(issuesOf({ shape: { on: 'image', kind: 'point', points: [[0, 0]] } })).toEqual([
      'shape shape_without_photo',
    ])
  })

  it('end at the tip of the blade if its length is known', () => {
    expect(issuesOf({ from_m: 59, to_m: 61 })).toEqual(['to_m beyond_blade'])
    expect(issuesOf({ from_m: 21, to_m: 61, positions_m: [21, 61] })).toEqual(['positions_m beyond_blade'])
    expect(issuesOf({ from_m: 59, to_m: 61 }, null)).toEqual([])
  })
})

describe('earlier findings nearby', () => {
  const present = answeredFinding(9, { from_m: 20, to_m: 21, found_on: '2026-09-01', year: 2026 })
  const earlier = (id: number, fields: Partial<Finding> = {}) =>
    answeredFinding(id, { from_m: 20.5, to_m: 21.5, found_on: '2025-09-01', year: 2025, ...fields })
  const idsNearby = (...candidates: Finding[]) =>
    nearbyEarlier(present, candidates, (type) => type.split('-')[1]).map(({ id }) => id)

  it('are of the same blade, side and family, and within a metre', () => {
    expect(
      idsNearby(earlier(1), earlier(2, { from_m: 22, to_m: 22.5 }), earlier(3, { from_m: 22.1 })),
    ).toEqual([1, 2])
    expect(idsNearby(earlier(1, { blade: 'B' }), earlier(2, { side: 'TE' }))).toEqual([])
    expect(idsNearby(earlier(1, { type: 'tip-erosion' }), earlier(2, { type: 'te-split' }))).toEqual([1])
    expect(idsNearby(earlier(1, { from_m: null, to_m: null }))).toEqual([])
  })

  it('are of an earlier day, and no other finding continues them', () => {
    expect(idsNearby(earlier(1, { found_on: '2026-09-01' }), earlier(2, { later_id: 5 }))).toEqual([])
    expect(idsNearby(earlier(1, { later_id: 9 }))).toEqual([1])
  })
})

describe('a history', () => {
  const idsOf = (all: Finding[], id: number) => {
    const find = (wanted: number) => all.find((finding) => finding.id === wanted)
    return historyOf(find(id) as Finding, find).map((finding) => finding.id)
  }

  it('has the findings that continue each other, the oldest first, from whichever it is asked', () => {
    const chain = [
      answeredFinding(3, { earlier_id: 2 }),
      answeredFinding(2, { earlier_id: 1, later_id: 3 }),
      answeredFinding(1, { later_id: 2 }),
    ]
    for (const { id } of chain) expect(idsOf(chain, id)).toEqual([1, 2, 3])
  })

  it('ends if findings continue themselves or each other, or one is missing', () => {
    expect(idsOf([answeredFinding(1, { earlier_id: 1, later_id: 1 })], 1)).toEqual([1])
    const circle = [1, 2, 3].map((id) =>
      answeredFinding(id, { earlier_id: id === 1 ? 3 : id - 1, later_id: id === 3 ? 1 : id + 1 }),
    )
    expect(idsOf(circle, 3)).toEqual([1, 2, 3])
    expect(idsOf([answeredFinding(1, { earlier_id: 7, later_id: 8 })], 1)).toEqual([1])
  })
})

describe('a blade', () => {
  const there = [answeredFinding(1, { blade: 'B', year: 2025 })]

  it('is inspected in a year if a photo names it or somebody has found something on it', () => {
    expect(isBladeInspected('A', there, [2026], 2026)).toBe(true)
    expect(isBladeInspected('A', there, [2026], 2025)).toBe(false)
    expect(isBladeInspected('B', there, [], 2025)).toBe(true)
    expect(isBladeInspected('B', there, [], 2026)).toBe(false)
    expect(isBladeInspected('B', there, [])).toBe(true)
    expect(isBladeInspected('C', there, [])).toBe(false)
  })
})

describe('the state of a turbine', () => {
  it('goes from A to E with the worst unsolved finding', () => {
    expect([null, 1, 2, 3, 4, 5].map((worst) => stateOfWorst(worst as null))).toEqual([
      'A',
      'A',
      'B',
      'C',
      'D',
      'E',
    ])
    const all = [answeredFinding(1, { severity: 5, status: 'repaired' }), answeredFinding(2, { severity: 3 })]
    expect(turbineState(all, [2026], 2026)).toBe('C')
  })

  it('is never A in a year without photos of a blade', () => {
    expect(turbineState([], [2025], 2025)).toBe('A')
    expect(turbineState([], [2025], 2026)).toBe('not_inspected')
    expect(turbineState([answeredFinding(1, { year: 2026, severity: 4 })], [], 2026)).toBe('D')
  })

  it('keeps unsolved findings of earlier years until a later one continues them', () => {
    const old = answeredFinding(1, { year: 2025, severity: 5 })
    expect(turbineState([old], [2025, 2026], 2026)).toBe('E')
    const later = answeredFinding(2, { year: 2026, severity: 2, earlier_id: 1 })
    expect(turbineState([old, later], [2025, 2026], 2026)).toBe('B')
    expect(turbineState([old, later], [2025, 2026], 2025)).toBe('E')
  })

  it('is found for more findings than a call can have arguments', () => {
    const finding = answeredFinding(1, { year: 2026, severity: 3 })
    expect(turbineState(Array(200_000).fill(finding), [2026], 2026)).toBe('C')
  })
})
