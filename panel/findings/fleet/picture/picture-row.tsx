import { memo } from 'react'
import { Link } from 'react-router'
import { drawnLength } from '#domain/findings/blade-marks.ts'
import type { TurbinePlaces } from '#domain/findings/finding-places.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { BLADES } from '#domain/photo.ts'
import { severityFill, severityStroke } from '#panel/ui/severity/severity-mark.tsx'
import { marksOf } from './picture-marks.ts'
import { NAME_PX, type PictureScale, pixelOf, ROW_PX } from './picture-scale.ts'

interface PictureRowProps {
  turbine: TurbinePlaces
  scale: PictureScale
  /** From the first row, in CSS pixels. */
  top: number
}

/** The three blades of a turbine with its findings. All marks of a severity are one path: a row has seven elements, not hundreds. */
export const PictureRow = memo(function PictureRow({ turbine, scale, top }: PictureRowProps) {
  const { turbine_id, turbine_name, turbine_code, blade_length, findings } = turbine
  const length = drawnLength(blade_length, findings)
  const name = turbine_name || turbine_code
  return (
    <div
      data-turbine={turbine_id}
      style={{ top, height: ROW_PX }}
      className="absolute inset-x-0 flex items-center border-b border-hairline/60"
    >
      {/* The marks are reached by keys, the turbine by each of them. */}
      <Link
        to={`${turbineAddress(turbine_id)}?section=findings`}
        tabIndex={-1}
        title={`${name} · ${turbine_code}`}
        style={{ width: NAME_PX }}
        className="shrink-0 truncate pr-3 text-note text-ink hover:underline"
      >
        {name}
      </Link>
      <svg aria-hidden="true" width={scale.width} height={ROW_PX} className="overflow-visible">
        <path
          d={BLADES.map((blade) => trackOf(scale, pixelOf(scale, blade, 0), length)).join('')}
          className="fill-hairline"
        />
        {marksOf(turbine, scale).map(({ severity, isSolved, path }) => (
          <path
            key={`${isSolved} ${severity}`}
            d={path}
            className={
              isSolved ? `fill-surface stroke-[1.5] ${severityStroke(severity)}` : severityFill(severity)
            }
          />
        ))}
      </svg>
    </div>
  )
})

/** A blade: thick at the root, thin at the tip. */
function trackOf({ bladePx, metres }: PictureScale, x: number, length: number): string {
  const tip = x + Math.min(1, length / metres) * bladePx
  const middle = ROW_PX / 2
  return `M${x} ${middle - 4}L${tip} ${middle - 1}v2L${x} ${middle + 4}z`
}
