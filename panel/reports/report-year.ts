import { useState } from 'react'
import type { Report } from '#domain/report.ts'
import { selectableYears } from '#domain/year.ts'
import { useAddressParams } from '#panel/ui/address-params.ts'

/** How many reports each year has. */
export function countByYear(reports: Report[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { year } of reports) counts.set(year, (counts.get(year) ?? 0) + 1)
  return counts
}

/** The years in the select, newest first: the current one, the ten before it, and every other year with reports. */
export function offeredYears(reports: Report[], now: Date): number[] {
  const years = new Set([...selectableYears(now), ...reports.map(({ year }) => year)])
  return [...years].sort((one, other) => other - one)
}

/** The chosen year, in the address as `?reports=2026`. Until the user chooses one, it is the newest year with reports. */
export function useReportYear(reports: Report[]): [number, (year: number) => void] {
  const { get, change } = useAddressParams()
  const now = new Date()
  // Computed once, so that an upload or a deletion does not change the year.
  const [first] = useState(() => Math.max(...countByYear(reports).keys(), 0) || now.getFullYear())
  const asked = Number(get('reports'))
  const year = offeredYears(reports, now).includes(asked) ? asked : first
  return [year, (next) => change({ reports: String(next) }, { flushSync: true })]
}
