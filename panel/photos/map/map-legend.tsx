import { useText } from '#panel/words/use-text.ts'
import { TINT_FROM } from './map-rooms.ts'
import { EMPTY_PATTERN } from './room-button.tsx'

const [FEW, SOME, MANY] = TINT_FROM
const SWATCHES = [
  { label: `${FEW}–${SOME - 1}`, className: 'fill-action/20' },
  { label: `${SOME}–${MANY - 1}`, className: 'fill-action/45' },
  { label: `${MANY}+`, className: 'fill-action' },
]

/** The legend of the map: the meaning of the tints, and of the parts of the room names. */
export function MapLegend() {
  const text = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-caption text-ink-soft">
      <ul aria-label={text('map.legend')} className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <li className="flex items-center gap-1.5">
          <Swatch fill={`url(#${EMPTY_PATTERN})`} />
          {text('map.legend.none')}
        </li>
        {SWATCHES.map(({ label, className }) => (
          <li key={label} className="flex items-center gap-1.5">
            <Swatch className={className} />
            {label}
          </li>
        ))}
      </ul>
      <p className="text-ink-faint">{text('map.names')}</p>
    </div>
  )
}

function Swatch({ fill, className = '' }: { fill?: string; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 22 12" className="h-3 w-5.5">
      <rect
        x=".5"
        y=".5"
        width="21"
        height="11"
        rx="2"
        fill={fill}
        className={`stroke-hairline-strong ${className}`}
      />
    </svg>
  )
}
