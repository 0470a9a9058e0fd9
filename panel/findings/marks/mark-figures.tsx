import { isSolved } from '#domain/findings/finding-rules.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { severityStroke } from '#panel/ui/severity/severity-mark.tsx'
import type { Mark } from './use-photo-marks.ts'

interface MarkFiguresProps {
  marks: readonly Mark[]
  /** The key of the mark that can be changed. */
  open: number | undefined
  surface: ShapeSurface
}

/** The lines of the marks. Each one has a dark line below it, so that it is visible on every picture. `drawMarks` sets the places. */
export function MarkFigures({ marks, open, surface }: MarkFiguresProps) {
  const box = surface.unit === 'fraction' && { viewBox: '0 0 1 1', preserveAspectRatio: 'none' }
  return (
    <svg aria-hidden {...box} className="absolute inset-0 size-full overflow-visible">
      {marks.map(({ key, finding, severity, isKept }) => (
        <g
          key={key}
          data-mark={key}
          className={key === open ? 'pointer-events-auto cursor-move' : 'pointer-events-auto cursor-pointer'}
        >
          <Line
            className="stroke-lightbox/70"
            width={key === open ? 6 : 5}
            pointerEvents={key === open ? 'all' : 'stroke'}
          />
          <Line
            className={`${severityStroke(severity)} ${finding && isSolved(finding) ? 'opacity-60' : ''}`}
            width={key === open ? 3 : 2}
            isDashed={!isKept}
          />
        </g>
      ))}
      <g data-mark="0">
        <Line className="stroke-lightbox/70" width={5} />
        <Line className="stroke-lightbox-ink" width={2} isDashed />
      </g>
      <g data-scale>
        <Line className="stroke-lightbox/70" width={4} />
        <Line className="stroke-lightbox-ink" width={1.5} isDashed />
      </g>
      <g data-outline>
        <Line className="stroke-lightbox/70" width={5} />
        <Line className="stroke-lightbox-ink" width={2} />
      </g>
    </svg>
  )
}

interface LineProps {
  className: string
  width: number
  isDashed?: boolean
  pointerEvents?: 'all' | 'stroke' | 'none'
}

function Line({ className, width, isDashed = false, pointerEvents = 'none' }: LineProps) {
  return (
    <path
      vectorEffect="non-scaling-stroke"
      fill="none"
      strokeWidth={width}
      strokeLinejoin="round"
      pointerEvents={pointerEvents}
      {...(isDashed && { strokeDasharray: '7 4' })}
      className={className}
    />
  )
}
