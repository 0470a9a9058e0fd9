import { FormattedNumber } from 'react-intl'
import { extentsOf } from '#domain/findings/blade-marks.ts'
import type { Finding } from '#domain/findings/finding.ts'
import type { Blade } from '#domain/photo.ts'
import { BLADE_LENGTH, BLADE_OUTLINE, BLADE_WIDTH } from '#panel/ui/drawings/blade-outline.ts'
import { useText } from '#panel/words/use-text.ts'
import { FindingMark } from './finding-mark.tsx'
import { hasPlace, LANES, type Lane, laneOf, type PlacedMark, scaleTicks } from './place-marks.ts'

/** The findings of one blade, with the places of their marks. */
export interface MarkedBlade {
  blade: Blade
  findings: Finding[]
  lanes: { lane: Lane; marks: PlacedMark[] }[]
  /** The marks of findings whose place along the blade is unknown. */
  placeless: Finding[][]
}

interface DrawnBladeProps extends MarkedBlade {
  /** The metres that the drawing shows. */
  length: number
  /** The width of the drawing in CSS pixels. */
  width: number
  isInspected: boolean
  isNarrowed: boolean
  /** One row without sides; the name of the blade is beside it. */
  isCompact: boolean
  hasScale: boolean
  /** The mark that the tab key reaches. */
  active: string | undefined
  openId: number | undefined
  onOpen: (findings: Finding[], mark: HTMLElement) => void
}

/** The names beside the rows, and the rows. */
export const COLUMNS = 'grid-cols-[7rem_minmax(0,1fr)]'
export const COMPACT_COLUMNS = 'grid-cols-[9rem_minmax(0,1fr)]'

/** The height of a row, in CSS pixels. */
const LANE_PX = 30
/** Short findings are drawn at least this wide, in CSS pixels. */
const EXTENT_MIN_PX = 3

/** A blade from the root to the tip, with its findings at their metres, in rows by side. */
export function DrawnBlade(props: DrawnBladeProps) {
  const {
    blade,
    findings,
    lanes,
    placeless,
    length,
    width,
    isInspected,
    isNarrowed,
    isCompact,
    hasScale,
    active,
    openId,
    onOpen,
  } = props
  const text = useText()
  const markProps = (mark: Finding[]) => {
    const stop = stopOf(mark)
    const isOpen = mark.some(({ id }) => id === openId)
    return { findings: mark, stop, isTabStop: stop === active, isOpen, onOpen }
  }
  const columns = `grid ${isCompact ? COMPACT_COLUMNS : COLUMNS}`
  const emptyText = () => {
    if (!isInspected) return 'state.not_inspected'
    return isNarrowed ? 'findings.blade.noneShown' : 'findings.blade.none'
  }
  const name = (
    <>
      <span className="text-lead font-semibold whitespace-nowrap text-ink">
        {text('photos.blade', { blade })}
      </span>
      {findings.length > 0 ? text('findings.count', { n: findings.length }) : text(emptyText())}
    </>
  )
  return (
    <fieldset aria-label={text('photos.blade', { blade })} className="min-w-0">
      {!isCompact && <p className="mb-1.5 flex items-baseline gap-3 text-note text-ink-soft">{name}</p>}
      {isCompact && lanes.length === 0 && (
        <p className="flex h-7.5 items-center gap-x-2 text-note text-ink-soft">{name}</p>
      )}
      {lanes.length > 0 && (
        <div className={columns}>
          {isCompact ? (
            <p className="flex items-center gap-x-2 text-note text-ink-soft">{name}</p>
          ) : (
            <div aria-hidden>
              {lanes.map(({ lane }) => (
                <p
                  key={lane}
                  style={{ height: LANE_PX }}
                  className="flex items-center pr-3 text-caption text-ink-soft"
                >
                  {lane !== 'ALL' &&
                    text(lane === 'INSIDE' ? 'findings.side.inside' : `findings.side.${lane}`)}
                </p>
              ))}
            </div>
          )}
          <div className="relative" style={{ height: lanes.length * LANE_PX }}>
            <Outline lanes={lanes.length} />
            {lanes.map(({ lane, marks }, row) => (
              <div
                key={lane}
                className="absolute inset-x-0 border-b border-dashed border-hairline last:border-b-0"
                style={{ top: row * LANE_PX, height: LANE_PX }}
              >
                <Extents
                  findings={findings.filter(({ side }) => lane === 'ALL' || laneOf(side) === lane)}
                  length={length}
                  width={width}
                />
                {marks.map((mark) => (
                  <FindingMark key={mark.findings[0]?.id} left={mark.left} {...markProps(mark.findings)} />
                ))}
              </div>
            ))}
          </div>
          {hasScale && (
            <>
              <span />
              <Scale length={length} width={width} />
            </>
          )}
        </div>
      )}
      {placeless.length > 0 && (
        <div className={`${isCompact ? 'mt-1' : 'mt-2'} ${columns}`}>
          <p className="pr-3 text-caption leading-5.5 text-ink-soft">{text('findings.placeless')}</p>
          <div className="flex flex-wrap gap-1">
            {placeless.map((mark) => (
              <FindingMark key={mark[0]?.id} {...markProps(mark)} />
            ))}
          </div>
        </div>
      )}
    </fieldset>
  )
}

/** Identifies a mark among the tab stops. */
export function stopOf(mark: readonly Finding[]): string {
  return String(mark[0]?.id)
}

function Outline({ lanes }: { lanes: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${BLADE_LENGTH + 2} ${BLADE_WIDTH + 2}`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-0 w-full text-hairline-strong"
      style={{ height: Math.min(lanes, LANES.length - 1) * LANE_PX }}
    >
      <path
        d={BLADE_OUTLINE}
        fill="currentColor"
        fillOpacity="0.12"
        stroke="currentColor"
        strokeOpacity="0.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The exact ranges of the findings, as thin bars below their marks. */
function Extents({ findings, length, width }: { findings: Finding[]; length: number; width: number }) {
  return (
    <svg aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1 w-full overflow-visible text-ink-soft">
      {findings.filter(hasPlace).flatMap((finding) =>
        extentsOf(finding).map(({ from, to }) => {
          const size = Math.max(EXTENT_MIN_PX, ((to - from) / length) * width)
          const x = Math.min((from / length) * width, width - size)
          return (
            <rect
              key={`${finding.id} ${from}`}
              x={x}
              y={0}
              width={size}
              height={3}
              rx="1.5"
              fill="currentColor"
              fillOpacity="0.65"
            />
          )
        }),
      )}
    </svg>
  )
}

function Scale({ length, width }: { length: number; width: number }) {
  return (
    <div aria-hidden className="relative h-5 border-t border-hairline-strong/60 text-caption text-ink-faint">
      {scaleTicks(length, width).map((metres) => (
        <span
          key={metres}
          style={{ left: `${(metres / length) * 100}%` }}
          className={`absolute top-0 pt-1 whitespace-nowrap before:absolute before:top-0 before:h-1 before:w-px before:bg-hairline-strong ${metres === 0 ? 'before:left-0' : metres === length ? '-translate-x-full before:right-0' : '-translate-x-1/2 before:left-1/2'}`}
        >
          <FormattedNumber value={metres} style="unit" unit="meter" maximumFractionDigits={1} />
        </span>
      ))}
    </div>
  )
}
