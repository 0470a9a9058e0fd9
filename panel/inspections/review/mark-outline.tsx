import type { Severity } from '#domain/findings/finding-type.ts'
import { pathOf } from '#panel/drawing/geometry/geometry.ts'
import type { Position } from '#panel/drawing/geometry/point.ts'
import { severityStroke } from '#panel/ui/severity/severity-mark.tsx'

/** The radius of the ring around a mark that is only a point, in CSS pixels. */
const POINT_RADIUS = 18

interface MarkOutlineProps {
  /** In CSS pixels from the upper left corner of the picture. A line of one position is a point. */
  lines: readonly (readonly Position[])[]
  severity: Severity | null
}

/** The outline of a finding on its picture, with a dark line below it, so that it is visible on every picture. */
export function MarkOutline({ lines, severity }: MarkOutlineProps) {
  const path = lines.map((line) => (line.length === 1 ? ringAround(line[0]) : pathOf([line]))).join('')
  const line = { d: path, fill: 'none', strokeLinejoin: 'round', strokeLinecap: 'round' } as const
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      <path {...line} strokeWidth="6" className="stroke-lightbox/70" />
      <path {...line} strokeWidth="3" className={severityStroke(severity)} />
    </svg>
  )
}

function ringAround({ x, y }: Position = { x: 0, y: 0 }): string {
  const half = `a${POINT_RADIUS} ${POINT_RADIUS} 0 1 0`
  return `M${x - POINT_RADIUS} ${y}${half} ${2 * POINT_RADIUS} 0${half} ${-2 * POINT_RADIUS} 0`
}
