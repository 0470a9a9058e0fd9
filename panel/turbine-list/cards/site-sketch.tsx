import type { Turbine } from '#domain/turbine.ts'
import { statusInk } from '#panel/turbine-list/status-badge.tsx'
import { Rotor } from '#panel/ui/drawings/rotor.tsx'

const WIDTH = 360
const HEIGHT = 112

/**
 * A line drawing of the turbine on a ridge. It depends on the turbine's id, so it is always the same for one turbine. The rotor of a
 * turbine that is not running has one blade pointing down, like a parked real rotor. The hub has the colour of the status.
 */
export function SiteSketch({ turbine, className = '' }: { turbine: Turbine; className?: string }) {
  const runs = turbine.status === 'active' || turbine.status === 'unknown'
  const x = 236 + spread(turbine.id, 3) * 64
  const scale = 1.75 + spread(turbine.id, 5) * 0.35
  const ground = ridgeHeight(turbine.id, 1, x)
  // The ridge must be low enough that the tip of an upright blade is inside the picture.
  const hub = Math.max(ground - 27 * scale, 17 * scale + 14)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className={`block bg-surface-sunken text-ink-soft ${className}`}
    >
      <path d={ridge(turbine.id, 0)} className="fill-hairline/40" />
      <g transform={`translate(${x} ${hub}) scale(${scale})`} fill="currentColor">
        <path d="M-.3 .8.3 .8.6 32-.6 32Z" />
        <g className="transition-[rotate] duration-200 group-hover:rotate-[16deg]">
          <Rotor slender degrees={runs ? spread(turbine.id, 7) * 120 : 60} />
        </g>
        <circle r="1.6" className={statusInk(turbine.status)} fill="currentColor" />
      </g>
      <path d={ridge(turbine.id, 1)} className="fill-surface stroke-hairline" />
    </svg>
  )
}

/** A pseudo-random number from 0 to 1, always the same for the same id. */
function spread(id: number, salt: number): number {
  const turned = Math.sin(id * 12.9898 + salt * 78.233) * 43758.5453
  return turned - Math.floor(turned)
}

/** Height of the ridge at `x`: two long waves whose phases depend on the id. */
function ridgeHeight(id: number, layer: number, x: number): number {
  const phase = spread(id, layer + 11) * Math.PI * 2
  const swell = 9 + layer * 2
  const base = layer === 0 ? 72 : 93
  return base + swell * Math.sin(x / 74 + phase) + (swell / 2.5) * Math.sin(x / 29 + phase * 2)
}

function ridge(id: number, layer: number): string {
  // The path begins and ends outside of the picture, so that its sides are not visible.
  const points = Array.from({ length: 27 }, (_, step) => {
    const x = (WIDTH / 24) * (step - 1)
    return `${x.toFixed(0)} ${ridgeHeight(id, layer, x).toFixed(1)}`
  })
  return `M${points.join('L')}V${HEIGHT + 2}H-15Z`
}
