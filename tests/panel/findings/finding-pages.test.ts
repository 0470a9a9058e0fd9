import { describe, expect, it } from 'vitest'
import { drawnLength } from '#domain/findings/blade-marks.ts'
import { countDueBefore, countOverdue, dueOfTurbines, isOverdue } from '#domain/findings/finding-rules.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { dueBars, LATER, OVERDUE, typeBars, yearBars } from '#panel/findings/fleet/charts/chart-bars.ts'
import { listSearch } from '#panel/findings/fleet/fleet-address.ts'
import { filterFindings, findingsOfYear } from '#panel/findings/section/findings-of-year.ts'
import { CLUSTER_PX, MARK_PX, placeMarks, scaleTicks } from '#panel/findings/section/place-marks.ts'
import { answeredFinding } from '../../support/answered-finding.ts'

const ids = (findings: { id: number }[]) => findings.map(({ id }) => id)

const NO_FILTER = {
  year: undefined,
  severityMin: undefined,
  status: undefined,
  sightings: 'newest' as const,
}

describe('the findings of a year', () => {
  const old = answeredFinding(1, { year: 2024, severity: 4, later_id: 3 })
  const open = answeredFinding(2, { year: 2024, severity: 2, status: 'monitored' })
  const next = answeredFinding(3, { year: 2026, severity: 5, earlier_id: 1 })
  const repaired = answeredFinding(4, { year: 2025, severity: 5, status: 'repaired' })
  const findings = [old, open, next, repaired]

  it('are its own, and the unsolved ones of earlier years that none of them continues', () => {
    expect(ids(findingsOfYear(findings, 2026))).toEqual([2, 3])
    expect(ids(findingsOfYear(findings, 2025))).toEqual([1, 2, 4])
    expect(ids(findingsOfYear(findings, 2023))).toEqual([])
  })

  it('are filtered by severity and status; without a year all years pass', () => {
    const all = { ...NO_FILTER, sightings: 'all' as const }
    expect(ids(filterFindings(findings, all))).toEqual([1, 2, 3, 4])
    expect(ids(filterFindings(findings, { ...all, severityMin: 5 }))).toEqual([3, 4])
    expect(ids(filterFindings(findings, { ...all, status: 'unsolved', year: 2026 }))).toEqual([2, 3])
    expect(ids(filterFindings(findings, { ...all, status: 'repaired' }))).toEqual([4])
  })

  it('have each chain once, by the newest finding that the year knew, unless all sightings are asked for', () => {
    expect(ids(filterFindings(findings, NO_FILTER))).toEqual([2, 3, 4])
    expect(ids(filterFindings(findings, { ...NO_FILTER, year: 2024 }))).toEqual([1, 2])
  })

  it('are unsolved as long as no later one continues them, with and without a year', () => {
    const unsolved = { ...NO_FILTER, status: 'unsolved' as const }
    expect(ids(filterFindings(findings, unsolved))).toEqual([2, 3])
    expect(ids(filterFindings(findings, { ...unsolved, year: 2024 }))).toEqual([1, 2])
    expect(ids(filterFindings(findings, { ...unsolved, year: 2026 }))).toEqual([2, 3])
  })
})

describe('the marks of a row', () => {
  const at = (id: number, from_m: number, to_m: number | null = null) => answeredFinding(id, { from_m, to_m })

  it('are at the middle of the range', () => {
    const [mark] = placeMarks([at(1, 20, 40)], 60, 600)
    expect(mark?.left).toBe(300 - MARK_PX / 2)
  })

  it('never overlap, and none of a thousand findings is lost', () => {
    const findings = Array.from({ length: 1000 }, (_, id) => at(id + 1, ((id * 37) % 600) / 10))
    const marks = placeMarks(findings, 60, 900)
    expect(marks.flatMap((mark) => mark.findings)).toHaveLength(1000)
    const edges = marks.map(({ left, findings }) => [
      left,
      left + (findings.length > 1 ? CLUSTER_PX : MARK_PX),
    ])
    for (const [index, [left = 0]] of edges.entries())
      expect(left).toBeGreaterThanOrEqual(edges[index - 1]?.[1] ?? 0)
    expect(edges.at(-1)?.[1]).toBeLessThanOrEqual(900)
  })

  it('stay inside of the row at the root and at the tip', () => {
    const marks = placeMarks([at(1, 0), at(2, 60)], 60, 600)
    expect(marks.map(({ left }) => left)).toEqual([0, 600 - MARK_PX])
  })

  it('are drawn on the length of the blade, else on a little more than the farthest finding', () => {
    expect(drawnLength(62.5, [at(1, 3)])).toBe(62.5)
    expect(drawnLength(null, [at(1, 3, 41)])).toBe(45)
    expect(drawnLength(null, [])).toBe(10)
  })

  it('have a scale that ends with the length', () => {
    expect(scaleTicks(62.5, 1100)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 62.5])
    expect(scaleTicks(60, 300)).toEqual([0, 20, 40, 60])
  })
})

it('is overdue after its day while it is unsolved and nothing continues it', () => {
  const today = '2026-11-22'
  const due = { status: 'open', due_on: '2026-11-21', later_id: null } as const
  expect(isOverdue(due, today)).toBe(true)
  expect(isOverdue({ ...due, due_on: '2026-11-22' }, today)).toBe(false)
  expect(isOverdue({ ...due, status: 'repaired' }, today)).toBe(false)
  expect(isOverdue({ ...due, later_id: 9 }, today)).toBe(false)
})

describe('the bars', () => {
  const summary: FindingSummary = {
    years: [
      { year: 2026, severity: 2, findings: 3 },
      { year: 2026, severity: 5, findings: 1 },
      { year: 2025, severity: null, findings: 2 },
    ],
    types: [
      { type: 'oil', severity: 1, findings: 2 },
      { type: 'impact', severity: 2, findings: 1 },
      { type: 'impact', severity: 3, findings: 4 },
    ],
    due: [],
    due_days: [
      { day: '2025-03-01', severity: 4, findings: 1 },
      { day: '2026-10-31', severity: 4, findings: 2 },
      { day: '2026-11-21', severity: 3, findings: 4 },
      { day: '2026-11-22', severity: 3, findings: 6 },
      { day: '2026-12-01', severity: 3, findings: 5 },
      { day: '2027-11-01', severity: 2, findings: 7 },
    ].map((counted) => ({ ...counted, time_zone: 'Europe/Istanbul' }) as FindingSummary['due_days'][number]),
    turbine_days: [
      { turbine_id: 3, day: '2025-03-01', time_zone: 'Europe/Istanbul', findings: 1 },
      { turbine_id: 3, day: '2026-10-31', time_zone: 'Europe/Istanbul', findings: 2 },
      { turbine_id: 1, day: '2026-11-22', time_zone: 'Europe/Istanbul', findings: 6 },
      { turbine_id: 3, day: '2026-12-01', time_zone: 'Europe/Istanbul', findings: 5 },
      { turbine_id: 3, day: '2027-11-01', time_zone: 'Europe/Istanbul', findings: 7 },
    ],
    unsolved: 25,
    cities: [],
    worst: [],
  }

  it('of the years begin with the earliest, each divided by severity with the worst first', () => {
    expect(yearBars(summary).map(({ key, findings }) => [key, findings])).toEqual([
      ['2025', 2],
      ['2026', 4],
    ])
    expect(yearBars(summary)[1]?.parts.map(({ severity }) => severity)).toEqual([5, 2])
    expect(yearBars(summary)[0]?.parts[0]?.filters).toEqual({
      year: '2025',
      status: 'all',
      severity: 'none',
    })
  })

  it('of the types begin with the most frequent', () => {
    expect(typeBars(summary).map(({ key, findings }) => [key, findings])).toEqual([
      ['impact', 5],
      ['oil', 2],
    ])
  })

  it('of the due dates join what is overdue, by the day, and what is far away, and have every month between', () => {
    const bars = dueBars(summary, '2026-11-22', () => '2026-11-22')
    expect(bars).toHaveLength(14)
    expect(bars[0]).toMatchObject({ key: OVERDUE, findings: 7, filters: { overdue: 'true' } })
    expect(countOverdue(summary, () => '2026-11-22')).toBe(7)
    expect(bars[1]).toMatchObject({
      key: '2026-11',
      findings: 6,
      filters: { due_before: '2026-12-01', overdue: 'false' },
    })
    expect(bars[2]).toMatchObject({
      key: '2026-12',
      findings: 5,
      filters: { due_from: '2026-12-01', due_before: '2027-01-01' },
    })
    expect(bars.at(-1)).toMatchObject({ key: LATER, findings: 7, filters: { due_from: '2027-11-01' } })
  })

  it('of what is due soon begins with today and ends before a day, and says it for each turbine', () => {
    const todayOf = () => '2026-11-22'
    expect(countDueBefore(summary, '2026-12-01', todayOf)).toBe(6)
    expect(countDueBefore(summary, '2026-12-02', todayOf)).toBe(11)
    expect(Object.fromEntries(dueOfTurbines(summary, todayOf))).toEqual({
      1: { overdue: 0, next: '2026-11-22' },
      3: { overdue: 3, next: '2026-12-01' },
    })
  })

  it('of the due dates ask the time zone of each company what has passed, at the ends of months too', () => {
    const zones = { behind: '2026-11-30', ahead: '2026-12-02' }
    const due_days = (['behind', 'ahead'] as const).map((time_zone) => ({
      day: '2026-12-01',
      time_zone,
      severity: null,
      findings: 1,
    }))
    const todayOf = (zone: string) => zones[zone as keyof typeof zones]
    const late = { ...summary, due_days: [...due_days, { ...due_days[0], day: '2026-11-30' } as never] }
    const bars = dueBars(late, '2026-12-01', todayOf)
    expect(bars.slice(0, 2).map(({ key, findings }) => [key, findings])).toEqual([
      [OVERDUE, 1],
      ['2026-12', 2],
    ])
  })

  it('lead to a list with their filters and those of the charts, without the other filters of the list', () => {
    const chosen = { city: 'izmir', status: 'open', year: '2024' }
    expect(listSearch(chosen, { year: '2025', severity: '3' })).toBe('?city=izmir&year=2025&severity=3')
    expect(listSearch({ ...chosen, sightings: 'newest' }, {})).toBe('?city=izmir')
    expect(listSearch({ ...chosen, sightings: 'all' }, {})).toBe('?city=izmir&sightings=all')
  })
})
