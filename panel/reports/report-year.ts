import type { Report } from '#domain/report.ts'
import { selectableYears } from '#domain/time/year.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useThisYear } from '#panel/words/time-zone.ts'

/** How many reports each year has. */
export function countByYear(reports: Report[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { year } of reports) counts.set(year, (counts.get(year) ?? 0) + 1)
  return counts
}

/** The years in the select, newest first: the current one, the ten before it, and every other year with reports. */
export function offeredYears(reports: Report[], thisYear: number): number[] {
  const years = new Set([...selectableYears(thisYear), ...reports.map(({ year }) => year)])
  return [...years].sort((a, b) => b - a)
}

/** The name in the address of the year of the reports. */
export const REPORT_YEAR = 'reports'

/** The chosen year, in the address as `?reports=2026`. Until the user chooses one, it is the year of the page. */
export function useReportYear(reports: Report[], pageYear: number): [number, (year: number) => void] {
  const { get, change } = useAddressParams()
  const thisYear = useThisYear()
  const asked = Number(get(REPORT_YEAR))
  const year = offeredYears(reports, thisYear).includes(asked) ? asked : pageYear
  return [year, (next) => change({ [REPORT_YEAR]: String(next) }, { flushSync: true })]
}
