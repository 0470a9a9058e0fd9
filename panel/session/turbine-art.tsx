import { Rotor } from '#panel/ui/rotor.tsx'

/** Hub position, height of the tower in rotor units, scale, and how the rotor stands. */
const TURBINES = [
  { x: 560, y: 300, scale: 12.5, degrees: 14, tower: 46, ink: 0.92 },
  { x: 214, y: 388, scale: 6.4, degrees: 71, tower: 40, ink: 0.62 },
  { x: 96, y: 446, scale: 3.6, degrees: 38, tower: 36, ink: 0.42 },
  { x: 742, y: 450, scale: 3.2, degrees: 98, tower: 36, ink: 0.36 },
]

const RIDGES = [
  { d: 'M0 560C90 520 170 512 260 540S440 600 520 566 700 508 800 548V900H0Z', tone: 0.33 },
  { d: 'M0 640C120 592 220 600 330 632S560 690 660 640 760 612 800 622V900H0Z', tone: 0.26 },
  { d: 'M0 720C160 672 300 700 430 726S680 760 800 706V900H0Z', tone: 0.2 },
]

/** Turbines on a ridge at first light. */
export function TurbineArt() {
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="size-full">
      <defs>
        <linearGradient id="dawn" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.24 0.035 225)" />
          <stop offset="0.45" stopColor="oklch(0.38 0.055 210)" />
          <stop offset="0.68" stopColor="oklch(0.62 0.06 180)" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="url(#dawn)" />
      {RIDGES.map(({ d, tone }, depth) => (
        <g key={d}>
          {TURBINES.filter((_, index) => (index === 0 ? 1 : 0) === depth).map((turbine) => (
            <LineTurbine key={turbine.x} {...turbine} />
          ))}
          <path d={d} fill={`oklch(${tone} 0.03 ${215 + depth * 3})`} />
        </g>
      ))}
    </svg>
  )
}

function LineTurbine({ x, y, scale, degrees, tower, ink }: (typeof TURBINES)[number]) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} fill="oklch(0.97 0.01 200)" fillOpacity={ink}>
      <path d={`M-.34 .8.34 .8.72 ${tower}-.72 ${tower}Z`} fillOpacity={ink * 0.75} />
      <Rotor slender degrees={degrees} />
    </g>
  )
}
