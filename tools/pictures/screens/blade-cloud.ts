import { las } from '../../../tests/support/files/las.ts'
import { seededRandom } from '../../demo/drawing/random.ts'

/** Metres of the scanned part, which ends at the tip. */
const LENGTH = 14
const POINTS = 110_000
/** Chord, relative thickness and twist in degrees, by the distance from the root as a fraction of the length. */
const STATIONS = [
  { at: 0, chord: 2.6, thickness: 0.27, twist: 9 },
  { at: 0.5, chord: 1.9, thickness: 0.22, twist: 4 },
  { at: 0.9, chord: 1.2, thickness: 0.18, twist: 0 },
  { at: 1, chord: 0.2, thickness: 0.16, twist: -1 },
] as const

/** A scan of the outer part of a blade, with colours, as LAS: eroded at its leading edge, burnt near its tip. */
export function bladeCloud(): Buffer {
  const random = seededRandom(7)
  const points = Array.from({ length: POINTS }, () => {
    // Denser at the tip, where the scanner was close.
    const at = random() ** 0.85
    const around = random() * 2 * Math.PI
    const { chord, thickness, twist } = stationAt(at)
    // From the leading edge (1) to the trailing edge (0).
    const along = (1 + Math.cos(around)) / 2
    const roundness = Math.min(1, Math.max(0, (thickness - 0.3) / 0.7))
    const airfoil = Math.sin(around) * (0.35 + 0.65 * along ** 0.9)
    const height = (roundness * Math.sin(around) + (1 - roundness) * airfoil) * 0.5 * thickness * chord
    const across = (along - 0.65 + 0.15 * roundness) * chord
    const angle = (twist * Math.PI) / 180
    const noise = () => (random() - 0.5) * 0.012
    const bend = 0.9 * at ** 2.4
    return {
      x: mm(at * LENGTH + noise()),
      y: mm(across * Math.cos(angle) - height * Math.sin(angle) + noise()),
      z: mm(across * Math.sin(angle) + height * Math.cos(angle) + bend + noise()),
      colour: colourAt(at, along, random),
    }
  })
  return las({ format: 2, points })
}

function mm(metres: number): number {
  return Math.round(metres * 1000)
}

function stationAt(at: number) {
  const next = STATIONS.findIndex((station) => station.at >= at)
  const [from, to] = [STATIONS[Math.max(0, next - 1)] ?? STATIONS[0], STATIONS[next] ?? STATIONS[3]]
  const share = to.at === from.at ? 0 : (at - from.at) / (to.at - from.at)
  const smooth = share * share * (3 - 2 * share)
  const mix = (a: number, b: number) => a + (b - a) * smooth
  return {
    chord: mix(from.chord, to.chord),
    thickness: mix(from.thickness, to.thickness),
    twist: mix(from.twist, to.twist),
  }
}

/** 16 bits for each of red, green and blue. */
function colourAt(at: number, along: number, random: () => number): [number, number, number] {
  const worn = along > 0.86 && random() < (along - 0.86) * 9 * (0.25 + at)
  const burn = Math.hypot((at - 0.86) * LENGTH, (along - 0.45) * 1.6) < 0.55 + 0.3 * random()
  const isBand = at > 0.935 && at < 0.965
  const base = burn ? [52, 44, 40] : worn ? [150, 108, 66] : isBand ? [178, 52, 42] : [206, 211, 212]
  const shade = 0.86 + 0.14 * random()
  const [red = 0, green = 0, blue = 0] = base.map((value) => Math.round(value * shade * 257))
  return [red, green, blue]
}
