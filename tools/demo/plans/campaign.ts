import { DEFAULT_TIME_ZONE, yearIn } from '#domain/time/today.ts'
import { between, type Random } from '../drawing/random.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The year of the newest campaign: in the first days of a year the one before, because a campaign and the uploads take days. */
export function newestYear(now: Date): number {
  return yearIn(DEFAULT_TIME_ZONE, new Date(lastBegin(now)))
}

function lastBegin(now: Date): number {
  return now.getTime() - 3 * DAY_MS
}

/** The morning on which a campaign begins, from spring to autumn, never in the future. */
export function campaignIn(year: number, random: Random, now: Date): number {
  const last = year === newestYear(now) ? lastBegin(now) : Date.UTC(year, 9, 30)
  const first = Math.max(Date.UTC(year, 0, 1), Math.min(Date.UTC(year, 3, 1), last - 60 * DAY_MS))
  const day = Math.floor(between(random, first, Math.max(first, last)) / DAY_MS)
  return day * DAY_MS + 6 * HOUR_MS
}
