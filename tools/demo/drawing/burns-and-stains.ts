import { type BladeSurface, dim, onPatch, tint } from './blade-surface.ts'
import { bareLaminate, VISIBLE } from './damage.ts'
import { type DrawnDamage, Extent, ellipseCm2 } from './drawn-damage.ts'
import { type Colour, paint } from './film.ts'
import { CLOUDS, clamp, FINE, lengthOf, mix, sample, smoothstep } from './noise.ts'

const SOOT = paint(0x17130f)
const SINGED = paint(0x6e4d2c)
const CHAR = paint(0x0c0a08)
const PRIMER = paint(0x9c9f8f)
/** The colours of a thin film and of a thick layer of oil. */
const OIL_FILM = paint(0xb0853c)
const OIL = paint(0x3a230a)

function lift(surface: BladeSurface, at: number, millimetres: number): void {
  surface.relief[at] = (surface.relief[at] as number) + millimetres
}

/** The place that lightning has struck: charred laminate split along the fibres, blistered paint, soot around it. */
export function lightningStrike(
  surface: BladeSurface,
  place: { span: number; chord: number; reach: number; seed: number },
  wear: number,
): DrawnDamage[] {
  if (wear === 0) return []
  const extent = new Extent(surface)
  const { seed } = place
  const reach = place.reach * wear
  onPatch(surface, { ...place, reachSpan: reach * 2.6, reachChord: reach * 1.5 }, (at, ds, dc) => {
    const away = lengthOf(ds * 0.62, dc) / reach
    const turn = Math.atan2(dc, ds)
    const ray =
      sample(CLOUDS, Math.cos(turn) * 45 + seed * 50, Math.sin(turn) * 45) +
      0.5 * sample(FINE, turn * 60, away * 12)
    const ragged =
      0.13 * sample(CLOUDS, ds * 420 + seed * 31, dc * 700) + 0.05 * sample(FINE, ds * 500, dc * 1900)
    const singed = 0.55 * smoothstep(1.05, 0.25, away + 0.1 * ray)
    const soot = 0.9 * smoothstep(0.9, 0.2, away - 0.2 * ray + ragged)
    if (singed > VISIBLE || soot > VISIBLE) extent.add(at)
    tint(surface, at, SINGED, singed)
    tint(surface, at, SOOT, soot)
    const blister = smoothstep(0.62, 0.5, away + ragged * 1.2)
    if (blister > 0) {
      bareLaminate(surface, at, ds + seed, dc, blister)
      dim(surface, at, 1 - 0.55 * blister)
      lift(surface, at, -0.9 * blister)
    }
    const hole = smoothstep(0.28, 0.2, away + ragged * 1.4)
    tint(surface, at, CHAR, 0.95 * hole)
    lift(surface, at, -1.6 * hole)
    const fray = Math.abs(dc + 0.006 * sample(CLOUDS, ds * 130 + seed * 9, seed)) / reach
    const open = 0.09 * (1 - Math.abs(ds) / (reach * 2.3)) * (1 + 0.5 * sample(FINE, ds * 700, seed * 3))
    const split = open > 0 ? smoothstep(open, open * 0.4, fray) : 0
    if (split > VISIBLE) extent.add(at)
    tint(surface, at, CHAR, split)
    lift(surface, at, -1.2 * split)
    surface.gloss[at] = (surface.gloss[at] as number) * smoothstep(0.4, 1.1, away)
  })
  return extent.damage('lightning-strike', {
    area_cm2: ellipseCm2(reach * 1.6, reach),
    diameter_mm: reach * 500,
  })
}

/** Paint that came off in flakes: primer and, in the middle, laminate are visible. The rim of the paint is lit or shaded. */
export function missingPaint(
  surface: BladeSurface,
  place: { span: number; chord: number; reachSpan: number; reachChord: number; seed: number },
  wear: number,
): DrawnDamage[] {
  if (wear === 0) return []
  const extent = new Extent(surface)
  const { reachSpan, reachChord, seed } = place
  const middle = sample(CLOUDS, seed * 61, 0)
  onPatch(surface, place, (at, ds, dc) => {
    const inside = 1 - lengthOf(ds / reachSpan, dc / reachChord)
    const shape =
      inside * 2.2 -
      0.95 -
      0.7 * (1 - wear) +
      0.5 * (sample(CLOUDS, ds * 190 + seed * 61, dc * 190) - middle) +
      0.1 * sample(FINE, ds * 700, dc * 700)
    const gone = smoothstep(0, 0.018, shape)
    dim(surface, at, 1 - 0.1 * smoothstep(-0.14, 0, shape) * (1 - gone))
    if (gone > VISIBLE) extent.add(at)
    if (gone === 0) return
    tint(surface, at, PRIMER, gone)
    dim(surface, at, 1 + gone * 0.07 * sample(CLOUDS, ds * 700, dc * 700))
    lift(surface, at, -0.7 * gone)
    surface.gloss[at] = (surface.gloss[at] as number) * (1 - 0.8 * gone)
    const open = smoothstep(0.42, 0.46, shape + 0.08 * sample(FINE, ds * 300, dc * 900))
    if (open > 0) bareLaminate(surface, at, ds + seed, dc, open)
    lift(surface, at, -0.35 * open)
  })
  return extent.damage('coating-loss', { area_cm2: 0.5 * wear * ellipseCm2(reachSpan, reachChord) })
}

/** Bearing grease and oil that the rotation moves outwards: streaks from (`span`, `chord`) towards the tip. */
export function oilStreaks(
  surface: BladeSurface,
  run: { span: number; chord: number; length: number; width: number; strength: number; seed: number },
  wear: number,
): DrawnDamage[] {
  if (wear === 0) return []
  const extent = new Extent(surface)
  const { width, seed } = run
  const length = run.length * wear
  const middle = {
    span: run.span + length / 2,
    chord: run.chord,
    reachSpan: length / 2,
    reachChord: width * 2.2,
  }
  onPatch(surface, middle, (at, ds, dc) => {
    const along = ds / length + 0.5
    const bent = dc + 0.12 * width * sample(CLOUDS, ds * 40 + seed * 23, seed)
    const strand =
      0.6 * sample(FINE, ds * 20 + seed * 41, bent * 1500) +
      0.8 * sample(CLOUDS, ds * 26, bent * 700 + seed * 77) +
      0.35 * sample(CLOUDS, ds * 400, bent * 900)
    const within = 1 - (bent / (width * (0.55 + 0.6 * along))) ** 2
    if (within < 0) return
    const thick = 0.8 * strand + 1.6 * within * (1 - 0.75 * along) - 0.5
    const film =
      (0.45 * smoothstep(-1.2, 0.6, thick) * smoothstep(0, 0.5, within) +
        0.55 * smoothstep(0.1, 1.7, thick)) *
      Math.min(1, along * 12) *
      smoothstep(1, 0.75, along) *
      smoothstep(0, 0.4, within)
    if (film <= 0) return
    if (film > VISIBLE) extent.add(at)
    tint(surface, at, mixOil(film), run.strength * film)
    surface.gloss[at] = clamp((surface.gloss[at] as number) + 0.9 * film, 0, 1.2)
    lift(surface, at, 0.03 * film * strand)
  })
  return extent.damage('oil', { length_mm: length * 1000, area_cm2: length * width * 10_000 })
}

function mixOil(film: number): Colour {
  return [mix(OIL_FILM[0], OIL[0], film), mix(OIL_FILM[1], OIL[1], film), mix(OIL_FILM[2], OIL[2], film)]
}
