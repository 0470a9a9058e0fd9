import { type BladeSurface, dim, onPatch, tint } from './blade-surface.ts'
import { type DrawnDamage, Extent, ellipseCm2 } from './drawn-damage.ts'
import { paint } from './film.ts'
import { CLOUDS, clamp, FINE, lengthOf, NET, PITS, sample, smoothstep } from './noise.ts'
import { between, seededRandom } from './random.ts'

const FILLER = paint(0xbcb7a9)
const LAMINATE = paint(0x8a7f66)
const DEEP = paint(0x3a3226)
const CRACK = paint(0x1d1915)
const STAIN = paint(0x6b5a45)

/** The share of a damage in a pixel from which the damage is visible. */
export const VISIBLE = 0.15

function lift(surface: BladeSurface, at: number, millimetres: number): void {
  surface.relief[at] = (surface.relief[at] as number) + millimetres
}

/** Bare glass fibre: bundles along the span with dark gaps. `amount` is its share over the present surface, 0 to 1. */
export function bareLaminate(
  surface: BladeSurface,
  at: number,
  span: number,
  chord: number,
  amount: number,
): void {
  const bundle = sample(FINE, span * 160, chord * 3400) + 0.6 * sample(CLOUDS, span * 40, chord * 1500)
  tint(surface, at, LAMINATE, amount)
  dim(surface, at, 1 + amount * clamp(0.16 * bundle, -0.45, 0.4))
  lift(surface, at, amount * 0.12 * bundle)
  surface.gloss[at] = (surface.gloss[at] as number) * (1 - 0.85 * amount)
}

export interface Erosion {
  span: number
  /** Half of its length along the span, and how far it reaches behind the leading edge, in metres. */
  reachSpan: number
  reachChord: number
  /** 0.4: first pits; 1: the topcoat is lost; 1.5: the laminate is exposed. */
  severity: number
  seed: number
}

/**
 * Rain and sand at the leading edge: pits, then lost topcoat, then the laminate.
 *
 * @param wear how far it has come: 1 is the whole damage, 0 is none. The other damages have the same parameter.
 */
export function erode(surface: BladeSurface, place: Erosion, wear: number): DrawnDamage[] {
  if (wear === 0) return []
  const extent = new Extent(surface)
  const { span, reachChord, seed } = place
  const reachSpan = place.reachSpan * (0.5 + 0.5 * wear)
  const severity = place.severity * wear
  onPatch(surface, { span, chord: 0, reachSpan, reachChord: reachChord * 2.2 }, (at, ds, chord) => {
    const s = ds + seed * 7.7
    const ends = smoothstep(0, 0.35, 1 - Math.abs(ds) / reachSpan)
    const worn = severity * ends * Math.exp(-((chord / reachChord) ** 2))
    const patch =
      0.3 * sample(CLOUDS, s * 420, chord * 1100) +
      0.14 * sample(FINE, s * 1500, chord * 2600) +
      0.1 * sample(FINE, s * 400, chord * 900)
    const loss = worn * 1.5 - 1 + patch * Math.min(1, worn * 2)
    const size = 0.5 * worn * (1 + 0.9 * sample(FINE, s * 900, chord * 900) + 0.5 * patch)
    const pit = Math.min(
      sample(PITS, s * 1300, chord * 1300) - size,
      sample(PITS, s * 3100 + 99, chord * 3100) - size * 0.7,
    )
    if (pit < 0.06 && worn > 0.08) {
      const depth = smoothstep(0.06, -0.1, pit)
      if (depth > VISIBLE) extent.add(at)
      tint(surface, at, DEEP, 0.62 * depth)
      lift(surface, at, -0.35 * depth)
    }
    if (loss < -0.04) return
    const topcoat = smoothstep(-0.04, 0.03, loss)
    if (topcoat > VISIBLE) extent.add(at)
    tint(surface, at, FILLER, topcoat)
    lift(surface, at, -0.5 * topcoat)
    dim(surface, at, 1 + 0.1 * topcoat * clamp(patch, -1, 1))
    surface.gloss[at] = (surface.gloss[at] as number) * (1 - topcoat)
    const open = smoothstep(0.26, 0.36, loss)
    if (open > 0) bareLaminate(surface, at, s, chord, open)
    const gouge = smoothstep(0.72, 0.95, loss + 0.12 * sample(FINE, s * 300, chord * 3000))
    tint(surface, at, DEEP, 0.75 * gouge)
    lift(surface, at, -0.5 * open - 0.9 * gouge)
  })
  // The topcoat lies about half a millimetre thick.
  const measures = { width_mm: reachChord * 1000 * (0.6 + wear), depth_mm: 0.5 * severity }
  return extent.damage(place.severity < 0.7 ? 'pitting' : 'le-erosion', {
    ...measures,
    area_cm2: ellipseCm2(reachSpan, reachChord),
  })
}

export interface Crack {
  /** Its beginning, in metres, and its direction, in radians from the span (0 is longitudinal). */
  span: number
  chord: number
  angle: number
  length: number
  /** At its widest, in millimetres. */
  opening: number
  seed: number
  /** How many times its branches branch again. */
  branching: number
}

/** A jagged crack in the gelcoat: wide in the middle, very thin at its ends, with dirt at its edges. */
export function crack(surface: BladeSurface, line: Crack, wear: number): DrawnDamage[] {
  if (wear === 0) return []
  const extent = new Extent(surface)
  drawCrack(surface, line, wear, extent)
  const isAcross = Math.abs(Math.sin(line.angle)) > Math.SQRT1_2
  return extent.damage(isAcross ? 'crack-transverse' : 'crack-longitudinal', {
    length_mm: line.length * wear * 1000,
    opening_mm: line.opening * wear,
  })
}

function drawCrack(surface: BladeSurface, { branching, ...line }: Crack, wear: number, extent: Extent): void {
  const random = seededRandom(line.seed)
  const cos = Math.cos(line.angle)
  const sin = Math.sin(line.angle)
  const reach = line.length * 1.1
  const pixel = surface.metresPerPixel
  const wander = line.length * 0.045
  const reached = line.length * wear
  onPatch(surface, { ...line, reachSpan: reach, reachChord: reach }, (at, ds, dc) => {
    const along = ds * cos + dc * sin
    if (along < 0 || along > reached) return
    const path = offset(line, along, wander)
    const away = Math.abs(dc * cos - ds * sin - path)
    if (away > 0.03) return
    const part = along / reached
    const body =
      Math.min(1, part * 8) *
      (1 - part ** 3) *
      clamp(0.75 + 0.25 * sample(CLOUDS, along * 900, line.seed * 13), 0.3, 1.2)
    const opening = (line.opening / 1000) * wear * Math.max(0, body)
    const share = clamp((opening / 2 - away) / pixel + 0.5, 0, 1) * clamp(opening / pixel, 0.18, 1)
    const stain = 0.3 * body * Math.exp(-away / 0.004)
    if (share > VISIBLE || stain > VISIBLE) extent.add(at)
    tint(surface, at, STAIN, stain)
    tint(surface, at, CRACK, 0.94 * share * Math.min(1, part * 30, (1 - part) * 12))
    lift(surface, at, 0.25 * body * Math.exp(-away / (opening * 2 + pixel)) - 0.8 * share)
  })
  if (branching === 0) return
  for (let branch = 0; branch < 2 + Math.floor(random() * 2); branch++) {
    const start = line.length * between(random, 0.15, 0.8)
    const path = offset(line, start, wander)
    const branchLine = {
      span: line.span + start * cos - path * sin,
      chord: line.chord + start * sin + path * cos,
      angle: line.angle + between(random, 0.35, 0.95) * (random() < 0.5 ? 1 : -1),
      length: line.length * between(random, 0.18, 0.4),
      opening: line.opening * 0.6,
      seed: line.seed * 5 + branch + 1,
      branching: branching - 1,
    }
    if (start < reached) drawCrack(surface, branchLine, wear, extent)
  }
}

/** How far a crack is from its straight line, in metres, after `along` metres; 0 at its start. */
function offset(line: { seed: number; length: number }, along: number, wander: number): number {
  const broad = (distance: number) => sample(CLOUDS, (distance / line.length) * 60, line.seed * 29)
  const jagged =
    (sample(CLOUDS, along * 1500, line.seed * 17 + 5) + 0.8 * sample(FINE, along * 900, line.seed)) * 0.0012
  return (broad(along) - broad(0)) * wander + jagged * Math.min(1, along * 40)
}

/** Crazed gelcoat: a net of thin cracks, dense in the middle; it ends `reach` metres away. */
export function craze(
  surface: BladeSurface,
  place: { span: number; chord: number; reach: number; seed: number },
  wear: number,
): DrawnDamage[] {
  if (wear === 0) return []
  const extent = new Extent(surface)
  const { seed } = place
  const reach = place.reach * wear
  onPatch(surface, { ...place, reachSpan: reach, reachChord: reach }, (at, ds, dc) => {
    const bend = 0.02 * sample(CLOUDS, ds * 260, dc * 260 + seed * 40)
    const s = ds + bend + seed
    const c = dc - bend
    const inside = 1 - lengthOf(ds, dc) / reach + 0.16 * sample(CLOUDS, ds * 300 + seed * 70, dc * 300)
    if (inside < 0) return
    const hair = 0.012 + 0.02 * smoothstep(0, 0.5, inside)
    const line = Math.max(
      smoothstep(hair * 1.7, hair * 0.4, sample(NET, s * 900, c * 1300)),
      0.6 * smoothstep(hair * 1.5, 0, sample(NET, s * 2300 + 77, c * 3100)) * smoothstep(0.3, 0.6, inside),
    )
    tint(surface, at, STAIN, 0.12 * smoothstep(0, 0.6, inside))
    tint(surface, at, CRACK, 0.8 * line * smoothstep(0, 0.12, inside))
    if (line * smoothstep(0, 0.12, inside) > VISIBLE) extent.add(at)
    lift(surface, at, -0.2 * line)
  })
  return extent.damage('gelcoat-crack', { area_cm2: ellipseCm2(reach, reach), length_mm: reach * 1000 })
}
