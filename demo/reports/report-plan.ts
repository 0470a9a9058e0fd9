import { BLADES, type Blade } from '#domain/photo.ts'
import type { DemoTurbine } from '../demo-data.ts'
import { type PlannedPhoto, planPhotos } from '../photo-plan.ts'
import { type Category, damageIn, ZONES, type Zone } from './findings.ts'

/** A report is written at noon (UTC), this many days after the last photo of its campaign. */
const WRITTEN_AFTER_DAYS = 2

export interface Finding {
  blade: Blade
  zone: Zone
  category: Category
  text: string
  advice: string
  /** The names of the photos that show it. */
  photos: string[]
}

/** The report of one turbine's campaign of one year. */
export interface PlannedReport {
  turbine: DemoTurbine
  year: number
  /** The file's name. */
  name: string
  photos: PlannedPhoto[]
  /** Blade by blade, the worst first. */
  findings: Finding[]
  written: Date
}

/** The reports of the campaigns of a turbine, about what the photos show. Reports after `now` are left out. The earliest is first. */
export function planReports(turbine: DemoTurbine, index: number, now: Date): PlannedReport[] {
  const years = Map.groupBy(planPhotos(turbine, index, now), ({ taken }) => taken.getUTCFullYear())
  return [...years]
    .sort(([a], [b]) => a - b)
    .map(([year, photos]) => ({
      turbine,
      year,
      name: `${turbine.code}_Denetim_Raporu_${year}.pdf`,
      photos,
      findings: BLADES.flatMap((blade) => findingsOf(photos.filter((photo) => photo.blade === blade))),
      written: noonAfter(Math.max(...photos.map(({ taken }) => taken.getTime()))),
    }))
    .filter(({ written }) => written < now)
}

function noonAfter(time: number): Date {
  const date = new Date(time)
  date.setUTCDate(date.getUTCDate() + WRITTEN_AFTER_DAYS)
  date.setUTCHours(12, 0, 0, 0)
  return date
}

/** Photos of the same thing in the same place are one finding. */
function findingsOf(photos: PlannedPhoto[]): Finding[] {
  const findings = new Map<string, Finding>()
  for (const photo of photos) {
    const damage = damageIn(photo.motif)
    if (!damage) continue
    const zone = photo.room === undefined ? damage.zone : (ZONES[(photo.room - 1) % 3] ?? damage.zone)
    const key = `${zone} ${damage.text}`
    const finding = findings.get(key) ?? { ...damage, blade: photo.blade, zone, photos: [] }
    finding.photos.push(photo.name)
    findings.set(key, finding)
  }
  return [...findings.values()].sort((a, b) => b.category - a.category)
}
