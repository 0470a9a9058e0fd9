import { BLADES } from '#domain/photo.ts'
import { DEFAULT_TIME_ZONE, dayIn, laterDay, yearIn } from '#domain/time/today.ts'
import type { DemoTurbine } from '../demo-data.ts'
import { type PlannedFinding, planFindings } from '../plans/finding-plan.ts'
import { type PlannedPhoto, planPhotos } from '../plans/photo-plan.ts'

/** A report is written at noon (UTC), this many days after the last photo of its campaign. */
const WRITTEN_AFTER_DAYS = 2

/** The report of one turbine's campaign of one year. */
export interface PlannedReport {
  turbine: DemoTurbine
  year: number
  photos: PlannedPhoto[]
  /** Blade by blade, the worst first. */
  findings: PlannedFinding[]
  written: Date
}

/** The reports of the campaigns of a turbine, about what the photos show. Reports after `now` are left out. The earliest is first. */
export function planReports(turbine: DemoTurbine, index: number, now: Date): PlannedReport[] {
  const all = planPhotos(turbine, index, now)
  // A report is about blades.
  if (!all.some(({ category }) => category === 'blade')) return []
  const findings = planFindings(turbine, index, all)
  const years = Map.groupBy(all, ({ taken }) => yearIn(DEFAULT_TIME_ZONE, taken))
  return [...years]
    .sort(([a], [b]) => a - b)
    .map(([year, photos]) => ({
      turbine,
      year,
      photos,
      findings: worstFirst(findings.filter((finding) => finding.year === year)),
      written: noonAfter(Math.max(...photos.map(({ taken }) => taken.getTime()))),
    }))
    .filter(({ written }) => written < now)
}

function worstFirst(findings: PlannedFinding[]): PlannedFinding[] {
  return BLADES.flatMap((blade) =>
    findings
      .filter((finding) => finding.blade === blade)
      .sort((a, b) => (b.severity ?? 0) - (a.severity ?? 0)),
  )
}

function noonAfter(time: number): Date {
  return new Date(`${laterDay(dayIn(DEFAULT_TIME_ZONE, time), WRITTEN_AFTER_DAYS)}T12:00:00Z`)
}
