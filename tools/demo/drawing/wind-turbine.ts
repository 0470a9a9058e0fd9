import type { Colour, Film } from './film.ts'
import { clamp, lengthOf, mix, smoothstep } from './noise.ts'

/** A whole turbine in the background. Screen places and lengths are parts of the picture's height. */
export interface DistantTurbine {
  /** Where the hub is. */
  x: number
  y: number
  /** Length of a blade. */
  blade: number
  /** Turn of the first blade, in radians from straight up. */
  turn: number
  /** The rotor's width seen against its height: 1 is head-on. */
  facing: number
  /** How much of it is lost in haze, 0 to 1. */
  haze: number
}

const WHITE: Colour = [0.82, 0.83, 0.83]
const HAZE: Colour = [0.66, 0.7, 0.75]

/** Draws tower, nacelle, hub and three blades; the sun stands to the left. */
export function drawTurbine(film: Film, turbine: DistantTurbine): void {
  const size = film.height
  const hub = { x: turbine.x * size, y: turbine.y * size }
  const blade = turbine.blade * size
  const foot = Math.min(film.height, hub.y + blade * 1.75)
  fill(film, hub.x - blade * 0.06, hub.y, hub.x + blade * 0.06, foot, (x, y) => {
    const down = (y - hub.y) / (blade * 1.75)
    const half = blade * (0.017 + 0.018 * down)
    return paintRound(turbine, (x - hub.x) / half, clamp(half - Math.abs(x - hub.x) + 0.5, 0, 1))
  })
  for (let index = 0; index < 3; index++) drawBlade(film, turbine, hub, blade, turbine.turn + index * 2.0944)
  const [nx, ny] = [blade * 0.055, blade * 0.042]
  fill(film, hub.x - nx * 1.4, hub.y - ny * 1.4, hub.x + nx * 1.4, hub.y + ny * 1.4, (x, y) => {
    const away = lengthOf((x - hub.x) / nx, (y - hub.y) / ny)
    const nose = lengthOf((x - hub.x) / (nx * 0.62), (y - hub.y) / (ny * 0.8))
    const shade = nose < 1 ? 0.2 - nose * 0.35 : -0.5
    return paintRound(turbine, (x - hub.x) / nx - shade, clamp((1 - away) * ny + 0.5, 0, 1))
  })
}

function drawBlade(
  film: Film,
  turbine: DistantTurbine,
  hub: { x: number; y: number },
  length: number,
  turn: number,
): void {
  const dx = Math.sin(turn) * turbine.facing
  const dy = -Math.cos(turn)
  const reach = length * 1.02
  fill(film, hub.x - reach, hub.y - reach, hub.x + reach, hub.y + reach, (x, y) => {
    const px = x - hub.x
    const py = y - hub.y
    const along = (px * dx + py * dy) / (dx * dx + dy * dy) / length
    if (along < 0.01 || along > 1) return undefined
    const across = (py * dx - px * dy) / lengthOf(dx, dy)
    const widest = smoothstep(0.02, 0.2, along)
    const chord = length * (0.026 + 0.042 * widest) * (1 - 0.86 * smoothstep(0.16, 1.15, along))
    const lead = across + chord * (0.5 - 0.2 * widest)
    const inside = Math.min(lead, chord - lead)
    return paintRound(
      turbine,
      (lead / chord) * 1.5 - 0.9,
      clamp(inside + 0.5, 0, 1) * smoothstep(1, 0.985, along),
    )
  })
}

/** The colour of a rounded white body: `across` is -1 on its lit border and 1 on its shaded one. */
function paintRound(turbine: DistantTurbine, across: number, share: number): readonly [Colour, number] {
  const light = 1.02 - 0.28 * smoothstep(-0.7, 1, across) - 0.14 * smoothstep(-0.6, -1.1, across)
  const tone = (channel: number) =>
    mix((WHITE[channel] as number) * light, HAZE[channel] as number, turbine.haze)
  return [[tone(0), tone(1), tone(2)], share]
}

function fill(
  film: Film,
  left: number,
  top: number,
  right: number,
  bottom: number,
  paintAt: (x: number, y: number) => readonly [Colour, number] | undefined,
): void {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(film.height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(film.width, right); x++) {
      const painted = paintAt(x, y)
      if (!painted || painted[1] <= 0) continue
      const at = (y * film.width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        film.light[at + channel] = mix(
          film.light[at + channel] as number,
          painted[0][channel] as number,
          painted[1],
        )
      }
    }
  }
}
