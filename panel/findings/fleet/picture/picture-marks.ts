import { extentsOf } from '#domain/findings/blade-marks.ts'
import type { FindingPlace, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'
import { type PictureScale, pixelOf, placeAt, ROW_PX } from './picture-scale.ts'

/** A mark is at least this wide, in CSS pixels. */
const WIDTH_MIN_PX = 4
/** A pointer finds a mark that is so near, in CSS pixels. */
export const NEAR_PX = 6
/** A worse finding is higher, so that its mark differs not by its colour alone. In CSS pixels. */
const HEIGHTS: Record<Severity, number> = { 1: 6, 2: 8, 3: 11, 4: 15, 5: 20 }

/** The place of a mark in the row of its turbine, in CSS pixels from the root of blade A. */
export interface MarkBox {
  x: number
  y: number
  width: number
  height: number
}

/** The marks of one severity as one path. */
export interface MarkPath {
  severity: Severity | null
  isSolved: boolean
  path: string
}

/** The boxes of a finding: several if it has single places, none if its distance is not entered. */
export function boxesOf(finding: FindingPlace, scale: PictureScale): MarkBox[] {
  const height = finding.severity === null ? HEIGHTS[1] : HEIGHTS[finding.severity]
  return extentsOf(finding).map(({ from, to }) => {
    const begin = pixelOf(scale, finding.blade, from)
    const width = Math.max(WIDTH_MIN_PX, pixelOf(scale, finding.blade, to) - begin)
    return { x: begin - WIDTH_MIN_PX / 2, y: (ROW_PX - height) / 2, width, height }
  })
}

/** The marks of a turbine, the worst last, so that they are drawn over the others. */
export function marksOf({ findings }: TurbinePlaces, scale: PictureScale): MarkPath[] {
  const paths = new Map<string, MarkPath>()
  for (const finding of findings) {
    const solved = isSolved(finding)
    const key = `${solved} ${finding.severity}`
    const mark = paths.get(key) ?? { severity: finding.severity, isSolved: solved, path: '' }
    for (const { x, y, width, height } of boxesOf(finding, scale))
      mark.path += `M${round(x)} ${y}h${round(width)}v${height}h${round(-width)}z`
    paths.set(key, mark)
  }
  const rank = (mark: MarkPath) => (mark.isSolved ? -10 : 0) + (mark.severity ?? 0)
  return [...paths.values()].sort((a, b) => rank(a) - rank(b))
}

/** The finding of a turbine that is nearest to a pixel; of equally near ones, the worst. */
export function findNear(
  { findings }: TurbinePlaces,
  scale: PictureScale,
  pixel: number,
): FindingPlace | undefined {
  const { blade } = placeAt(scale, pixel)
  let nearest: FindingPlace | undefined
  let least = NEAR_PX
  for (const finding of findings) {
    if (finding.blade !== blade) continue
    for (const { x, width } of boxesOf(finding, scale)) {
      const distance = Math.max(0, x - pixel, pixel - x - width)
      const isNearer = distance < least || (distance === least && isWorse(finding, nearest))
      if (!isNearer) continue
      nearest = finding
      least = distance
    }
  }
  return nearest
}

function isWorse(finding: FindingPlace, other: FindingPlace | undefined): boolean {
  return (finding.severity ?? 0) > (other?.severity ?? -1)
}

/** How many turbines have an unresolved finding in each metre of each blade, and how bad the worst of them is. */
export interface MetreCount {
  turbines: number
  severity: Severity | null
}

/** For each blade, the counts of its metres, from the root. */
export function countMetres(turbines: readonly TurbinePlaces[], metres: number): MetreCount[][] {
  const bins = Math.ceil(metres)
  const counts = BLADES.map(() =>
    Array.from({ length: bins }, (): MetreCount & { last: number } => ({
      turbines: 0,
      severity: null,
      last: -1,
    })),
  )
  for (const { turbine_id, findings } of turbines) {
    for (const finding of findings) {
      if (isSolved(finding)) continue
      const ofBlade = counts[BLADES.indexOf(finding.blade)]
      for (const { from, to } of extentsOf(finding)) {
        // What is at the very tip is in the last metre.
        const [first, last] = [from, to].map((at) => Math.min(bins - 1, Math.floor(at))) as [number, number]
        for (let bin = first; bin <= last; bin += 1) {
          const count = ofBlade?.[bin]
          if (!count) continue
          if (count.last !== turbine_id) count.turbines += 1
          count.last = turbine_id
          if ((finding.severity ?? 0) > (count.severity ?? 0)) count.severity = finding.severity
        }
      }
    }
  }
  return counts
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
