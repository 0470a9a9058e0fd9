import { memo } from 'react'
import { type MapView, type Size, scaleOf, toPixels } from './map-view.ts'
import outlines from './outlines.json' with { type: 'json' }

/** The width of a letter of a province's name, in pixels. */
const LETTER_PX = 7.5
/** The length of the scale bar is between this and the half of it, in pixels. */
const SCALE_BAR_PX = 120

interface OutlinesLayerProps {
  view: MapView
  size: Size
}

/** Land, country and provinces below the markers. */
export function OutlinesLayer({ view, size }: OutlinesLayerProps) {
  const scale = scaleOf(view, size)
  return (
    <svg aria-hidden="true" width={size.width} height={size.height} className="absolute inset-0">
      <g
        transform={`translate(${size.width / 2} ${size.height / 2}) scale(${scale}) translate(${-view.x} ${-view.y})`}
      >
        <Outlines />
      </g>
      {outlines.labels.map(({ name, area, ...place }) => {
        if (Math.sqrt(area) * scale < name.length * LETTER_PX) return null
        const { x, y } = toPixels(place, view, size)
        if (x < -100 || y < -20 || x > size.width + 100 || y > size.height + 20) return null
        return (
          <text
            key={name}
            x={x}
            y={y}
            textAnchor="middle"
            className="fill-ink-faint stroke-surface stroke-3 text-caption [paint-order:stroke]"
          >
            {name}
          </text>
        )
      })}
    </svg>
  )
}

// The paths are long and never change.
const Outlines = memo(function Outlines() {
  return (
    <>
      <path d={outlines.land} className="fill-hairline/55" />
      <path
        d={outlines.country}
        vectorEffect="non-scaling-stroke"
        className="fill-surface stroke-hairline-strong"
      />
      <path
        d={outlines.provinces}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-hairline-strong/40"
      />
    </>
  )
})

/** A bar with a round length in kilometres or metres. */
export function scaleBar(scale: number): { km: number; width: number } {
  const largest = SCALE_BAR_PX / scale
  const power = 10 ** Math.floor(Math.log10(largest))
  const km = ([5, 2, 1].find((step) => step * power <= largest) ?? 1) * power
  return { km, width: km * scale }
}
