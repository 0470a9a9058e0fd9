import { dayIn } from '#domain/time/today.ts'
import type { Finding } from './finding.ts'
import { isSolved } from './finding-rules.ts'
import type { FindingMeasure, Severity } from './finding-type.ts'

/** What a history is measured by: a measure of its findings, or their extent along the blade. */
export type GrowthMeasure = FindingMeasure | 'extent_mm'

export interface GrowthPoint {
  finding: Finding
  severity: Severity | null
  /** Null if the finding does not have the measure. */
  value: number | null
}

export interface Growth {
  /** Undefined if less than two findings have a measure in common. */
  measure: GrowthMeasure | undefined
  points: GrowthPoint[]
}

/** The value of a measure in two inspections. */
export interface MeasureChange {
  measure: GrowthMeasure
  from: number
  to: number
}

/** The expected value of a measure at a later time, in the unit of the measure. */
export interface GrowthForecast {
  measure: GrowthMeasure
  /** ISO 8601. */
  day: string
  /** The expected value minus and plus its standard error. */
  low: number
  high: number
  /** The number of measured findings. */
  sightings: number
}

/** Fewer sightings have no error: two points are always on one line. */
const FORECAST_SIGHTINGS_MIN = 3
/** A forecast is for one year after the newest sighting, when the next inspection is usual. */
const FORECAST_AFTER_MS = 365.25 * 24 * 60 * 60 * 1000

/** The measures in the order of preference after those of the type: lengths first. */
const USUAL_MEASURES = [
  'length_mm',
  'width_mm',
  'opening_mm',
  'diameter_mm',
  'depth_mm',
  'extent_mm',
  'area_cm2',
  'count',
] as const satisfies GrowthMeasure[]

/**
 * The growth of a chain of findings. It is measured by the first measure that at least two of them have: first those of the type, then the
 * usual ones.
 *
 * @param history the chain, oldest first
 * @param ofType the measures of the type of the newest finding
 */
export function growthOf(history: readonly Finding[], ofType: readonly FindingMeasure[]): Growth {
  const measure = [...ofType, ...USUAL_MEASURES].find(
    (each) => history.filter((finding) => readMeasure(finding, each) !== null).length >= 2,
  )
  return {
    measure,
    points: history.map((finding) => ({
      finding,
      severity: finding.severity,
      value: measure === undefined ? null : readMeasure(finding, measure),
    })),
  }
}

/** The last change of the measure; undefined if the newest finding does not have it. */
export function lastChange({ measure, points }: Growth): MeasureChange | undefined {
  const [to, ...before] = points.toReversed().map(({ value }) => value)
  const from = before.find((value) => value !== null)
  return measure === undefined || to == null || from == null ? undefined : { measure, from, to }
}

/** The growth between two sightings; undefined if the later one is not larger, or both have no measure in common. */
export function growthSince(
  earlier: Finding,
  finding: Finding,
  ofType: readonly FindingMeasure[],
): MeasureChange | undefined {
  const change = lastChange(growthOf([earlier, finding], ofType))
  return change && change.to > change.from ? change : undefined
}

/**
 * The measure one year after the newest sighting, if it goes on at the rate of the straight line through all sightings (least squares). The
 * error is the standard error of a prediction, from the distances of the sightings to the line. It never says a severity. It has two digits,
 * and more only if the growth would be lost in them.
 *
 * @returns undefined for less than three measured sightings, a solved damage, one that does not grow or is larger already, and an error
 *   above the growth
 * @see https://en.wikipedia.org/wiki/Simple_linear_regression#Predicting_the_mean_response_(confidence_interval)_and_predicting_a_new_observation_(prediction_interval)
 */
export function forecastGrowth({ measure, points }: Growth): GrowthForecast | undefined {
  const newest = points.at(-1)
  if (measure === undefined || !newest || newest.value === null || isSolved(newest.finding)) return undefined
  const sightings = points.flatMap(({ finding, value }) =>
    value === null ? [] : [{ time: Date.parse(finding.found_on), value }],
  )
  const n = sightings.length
  const last = sightings.at(-1)
  if (n < FORECAST_SIGHTINGS_MIN || !last) return undefined
  const meanTime = sightings.reduce((sum, { time }) => sum + time, 0) / n
  const meanValue = sightings.reduce((sum, { value }) => sum + value, 0) / n
  const spread = sightings.reduce((sum, { time }) => sum + (time - meanTime) ** 2, 0)
  const rate =
    sightings.reduce((sum, { time, value }) => sum + (time - meanTime) * (value - meanValue), 0) / spread
  const at = (time: number) => meanValue + rate * (time - meanTime)
  const squares = sightings.reduce((sum, { time, value }) => sum + (value - at(time)) ** 2, 0)
  const then = last.time + FORECAST_AFTER_MS
  const error = Math.sqrt((squares / (n - 2)) * (1 + 1 / n + (then - meanTime) ** 2 / spread))
  const expected = at(then)
  const growth = expected + error - last.value
  if (!(rate > 0) || error > expected - meanValue || growth <= 0) return undefined
  const step = 10 ** Math.min(digitsOf(expected) - 1, digitsOf(growth))
  const round = (value: number) => Number((Math.round(value / step) * step).toPrecision(12))
  return {
    measure,
    day: dayIn('UTC', new Date(then)),
    low: Math.max(last.value, round(expected - error)),
    high: round(expected + error),
    sightings: n,
  }
}

/** The power of ten of the first digit. */
function digitsOf(value: number): number {
  return Math.floor(Math.log10(value))
}

/** The value of a measure; null if the finding does not have it. */
export function readMeasure(finding: Finding, measure: GrowthMeasure): number | null {
  if (measure !== 'extent_mm') return finding[measure]
  const { from_m, to_m } = finding
  return from_m === null || to_m === null || to_m <= from_m ? null : Math.round((to_m - from_m) * 1000)
}

/** The unit of a measure, with the space before it. */
export function unitOf(measure: GrowthMeasure): string {
  if (measure === 'count') return ''
  return measure === 'area_cm2' ? ' cm²' : ' mm'
}
