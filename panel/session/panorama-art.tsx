const CENTRE = { x: 430, y: 400 }
const RADIUS = 300
const STEPS = [15, 30, 45, 60, 75]

const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180)

/** A sphere of pictures around the one who looks, with the piece that is in view. */
export function PanoramaArt() {
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="size-full">
      <defs>
        <radialGradient id="sphere" cx="0.4" cy="0.35" r="0.8">
          <stop offset="0" stopColor="oklch(0.5 0.07 200)" />
          <stop offset="0.55" stopColor="oklch(0.32 0.05 210)" />
          <stop offset="1" stopColor="oklch(0.2 0.025 220)" />
        </radialGradient>
      </defs>
      <rect width="800" height="900" fill="oklch(0.19 0.02 222)" />
      <g transform={`translate(${CENTRE.x} ${CENTRE.y}) rotate(-14)`}>
        <circle r={RADIUS} fill="url(#sphere)" />
        <g fill="none" stroke="oklch(0.92 0.03 195)" strokeOpacity="0.24">
          <circle r={RADIUS} strokeOpacity="0.5" />
          <path d={`M0 ${-RADIUS}V${RADIUS}`} />
          {STEPS.map((degrees) => (
            <ellipse key={degrees} rx={RADIUS * sin(degrees)} ry={RADIUS} />
          ))}
          {STEPS.flatMap((degrees) => [degrees, -degrees]).map((degrees) => (
            <path key={degrees} d={parallel(degrees)} />
          ))}
          <path d={parallel(0)} strokeOpacity="0.6" />
        </g>
        <path
          d={patch(15, 45, -15, 30)}
          fill="oklch(0.84 0.085 193 / 0.26)"
          stroke="oklch(0.9 0.08 193)"
          strokeWidth="2"
        />
      </g>
    </svg>
  )
}

/** A circle of latitude, seen from straight ahead: a line. */
function parallel(latitude: number): string {
  const y = -RADIUS * sin(latitude)
  const half = RADIUS * cos(latitude)
  return `M${-half} ${y}H${half}`
}

/** The outline of a piece of the sphere between two longitudes and two latitudes, in degrees. */
function patch(west: number, east: number, south: number, north: number): string {
  const latitudes = Array.from({ length: 19 }, (_, step) => south + ((north - south) * step) / 18)
  const side = (longitude: number) =>
    latitudes.map((latitude) => [RADIUS * cos(latitude) * sin(longitude), -RADIUS * sin(latitude)].join(' '))
  return `M${[...side(west), ...side(east).reverse()].join('L')}Z`
}
