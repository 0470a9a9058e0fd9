import { isPast } from '#domain/findings/finding-rules.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import { laterMonth } from '#domain/time/today.ts'
import type { FleetFilters } from '../fleet-address.ts'

/** A part of a bar: the findings of one severity, and the filters of the list that shows them. */
export interface BarPart {
  severity: Severity | null
  findings: number
  filters: FleetFilters
}

export interface Bar {
  key: string
  findings: number
  /** The most severe first. */
  parts: BarPart[]
  /** The filters of the list that shows all findings of the bar. */
  filters: FleetFilters
}

interface Counted {
  severity: Severity | null
  findings: number
}

/** One bar for each key, in the order of the rows. */
function groupBars<Row extends Counted>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  filtersOf: (key: string) => FleetFilters,
): Bar[] {
  const bars = new Map<string, Bar>()
  for (const row of rows) {
    const key = keyOf(row)
    const filters = filtersOf(key)
    const bar = bars.get(key) ?? { key, findings: 0, parts: [], filters }
    bar.findings += row.findings
    const part = bar.parts.find(({ severity }) => severity === row.severity)
    if (part) part.findings += row.findings
    else bar.parts.push({ ...row, filters: { ...filters, severity: String(row.severity ?? 'none') } })
    bars.set(key, bar)
  }
  for (const { parts } of bars.values()) parts.sort((a, b) => (b.severity ?? 0) - (a.severity ?? 0))
  return [...bars.values()]
}

/** Bars that count solved findings too lead to a list with them; a list without a status has only the unsolved ones. */
const EVERY_STATUS = { status: 'all' }

/** The findings of each year, the earliest year first. */
export function yearBars({ years }: FindingSummary): Bar[] {
  return groupBars(
    years.toSorted((a, b) => a.year - b.year),
    ({ year }) => String(year),
    (year) => ({ year, ...EVERY_STATUS }),
  )
}

/** The findings of each type, the most frequent first. */
export function typeBars({ types }: FindingSummary): Bar[] {
  return groupBars(
    types,
    ({ type }) => type,
    (type) => ({ type, ...EVERY_STATUS }),
  ).sort((a, b) => b.findings - a.findings)
}

/** The key of the bar with everything that is overdue. */
export const OVERDUE = 'overdue'
/** The key of the bar with everything that is due after the shown months. */
export const LATER = 'later'
/** The number of months that have a bar of their own. */
const MONTHS = 12

/**
 * The unsolved findings by the month in which they are due: one bar for what is overdue, one for each of twelve months, and one for all
 * later months. What is overdue today is in no other bar. Months without findings have a bar too, so that the axis is even.
 *
 * @param today the day that the axis begins with
 * @param todayOf today in a time zone: it decides what is overdue there
 */
export function dueBars(
  { due_days }: FindingSummary,
  today: string,
  todayOf: (timeZone: string) => string,
): Bar[] {
  const months = Array.from({ length: MONTHS }, (_, ahead) => laterMonth(today, ahead))
  const [first = '', end] = [months[0], laterMonth(today, MONTHS)]
  const bars = groupBars(
    due_days,
    ({ day, time_zone }) => (isPast(day, todayOf(time_zone)) ? OVERDUE : monthOf(day)),
    (key) => {
      if (key === OVERDUE) return { overdue: 'true' }
      if (key === LATER) return { due_from: `${end}-01` }
      const next = months[months.indexOf(key) + 1] ?? end
      // In another time zone, the last month can still last.
      if (key === first) return { due_before: `${next}-01`, overdue: 'false' }
      return { due_from: `${key}-01`, due_before: `${next}-01` }
    },
  )
  const byKey = new Map(bars.map((bar) => [bar.key, bar]))
  return [OVERDUE, ...months, LATER].map(
    (key) => byKey.get(key) ?? { key, findings: 0, parts: [], filters: {} },
  )

  function monthOf(day: string): string {
    const month = day.slice(0, 7)
    if (month < first) return first
    return month < end ? month : LATER
  }
}
