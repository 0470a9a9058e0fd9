import { type BladeSurface, dim, onPatch, tint } from './blade-surface.ts'
import { type Colour, paint } from './film.ts'
import { distanceTo, polyline, type Segment, strokesOf } from './lettering.ts'
import { CLOUDS, clamp, FINE, GRAIN, lengthOf, sample, smoothstep } from './noise.ts'
import { between, seededRandom } from './random.ts'

const METAL = paint(0xa9abac)
const STEEL = paint(0x6d7072)
const RUST = paint(0x6b4426)
const SEAL = paint(0x3b3d3e)
const BLACK = paint(0x101010)
const PAPER = paint(0xf0ede4)
const RUN = paint(0x5a5040)

function lift(surface: BladeSurface, at: number, millimetres: number): void {
  surface.relief[at] = (surface.relief[at] as number) + millimetres
}

interface Pen {
  /** Where the drawing's origin lies, in metres, and how far it is turned, in radians from the span. */
  span: number
  chord: number
  angle: number
  /** The length of one unit of the drawing, in metres. */
  scale: number
  /** Width of the line, in millimetres. */
  width: number
  colour: Colour
  opacity: number
}

/** Draws strokes on the surface, as with a pen or a stencil; the colour is thinner in some places. */
function draw(surface: BladeSurface, pen: Pen, strokes: readonly Segment[]): void {
  const cos = Math.cos(pen.angle)
  const sin = Math.sin(pen.angle)
  const half = pen.width / 2000
  const pixel = surface.metresPerPixel
  const reach =
    pen.scale * Math.max(...strokes.map((s) => Math.max(lengthOf(s.x0, s.y0), lengthOf(s.x1, s.y1)))) + half
  const boxes = strokes.map((s) => ({
    stroke: s,
    left: Math.min(s.x0, s.x1) - (half + pixel) / pen.scale,
    right: Math.max(s.x0, s.x1) + (half + pixel) / pen.scale,
  }))
  onPatch(surface, { ...pen, reachSpan: reach, reachChord: reach }, (at, ds, dc) => {
    const x = (ds * cos + dc * sin) / pen.scale
    const y = (dc * cos - ds * sin) / pen.scale
    let nearest = 9
    for (const { stroke, left, right } of boxes) {
      if (x >= left && x <= right) nearest = Math.min(nearest, distanceTo(stroke, x, y))
    }
    const share = clamp((half - nearest * pen.scale) / pixel + 0.5, 0, 1)
    if (share === 0) return
    const worn = 0.86 + 0.14 * sample(CLOUDS, ds * 900, dc * 900)
    tint(surface, at, pen.colour, share * pen.opacity * worn)
  })
}

/** Stencilled lettering, `height` metres tall. */
export function letter(
  surface: BladeSurface,
  text: string,
  place: { span: number; chord: number; angle: number; height: number; colour: Colour; opacity?: number },
): void {
  const pen = { ...place, scale: place.height, width: place.height * 150, opacity: place.opacity ?? 0.9 }
  draw(surface, pen, strokesOf(text))
}

/** A ring around a finding, drawn quickly with an inspector's pen. */
export function ring(
  surface: BladeSurface,
  place: { span: number; chord: number; reach: number; colour: Colour; seed: number },
): void {
  const random = seededRandom(place.seed)
  const stretch = between(random, 1.05, 1.35)
  const start = between(random, 0, 6)
  const points = Array.from({ length: 40 }, (_, step): [number, number] => {
    const turn = start + (step / 36) * 2 * Math.PI
    const away = 1 + 0.04 * sample(CLOUDS, step * 4, place.seed * 20) - step * 0.0016
    return [Math.cos(turn) * away * stretch, Math.sin(turn) * away]
  })
  draw(surface, { ...place, angle: 0.2, scale: place.reach, width: 5, opacity: 0.8 }, polyline(points))
}

/** A paper scale next to a finding, with black and white centimetres. */
export function scaleTape(
  surface: BladeSurface,
  place: { span: number; chord: number; angle: number; length: number },
): void {
  const cos = Math.cos(place.angle)
  const sin = Math.sin(place.angle)
  const pixel = surface.metresPerPixel
  onPatch(surface, { ...place, reachSpan: place.length, reachChord: place.length }, (at, ds, dc) => {
    const x = ds * cos + dc * sin
    const y = dc * cos - ds * sin
    const inside = Math.min(x, place.length - x, y, 0.026 - y)
    if (inside < -0.004) return
    dim(surface, at, 1 - 0.25 * smoothstep(-0.004, 0, inside))
    const share = clamp(inside / pixel + 0.5, 0, 1)
    if (share === 0) return
    tint(surface, at, PAPER, share)
    const centimetre = Math.floor(x * 100)
    const dark =
      y < 0.013
        ? centimetre % 2 === 0
        : (x * 100) % 1 < 0.12 && y < 0.013 + (centimetre % 5 === 0 ? 0.01 : 0.006)
    if (dark && inside > 0.002) tint(surface, at, BLACK, 0.92)
    surface.gloss[at] = 0.2
  })
}

/** A lightning receptor: a metal disc in its ring of sealant; `scorch` is 0 for a new one, and 1 after lightning strikes. */
export function receptor(
  surface: BladeSurface,
  place: { span: number; chord: number; radius: number; scorch: number },
): void {
  const reach = place.radius * 4
  onPatch(surface, { ...place, reachSpan: reach, reachChord: reach }, (at, ds, dc) => {
    const away = lengthOf(ds, dc) / place.radius
    tint(
      surface,
      at,
      BLACK,
      place.scorch * 0.75 * smoothstep(3.4, 0.9, away + 0.35 * sample(CLOUDS, ds * 700, dc * 700)),
    )
    tint(surface, at, SEAL, 0.85 * smoothstep(1.34, 1.26, away))
    const disc = smoothstep(1.02, 0.97, away)
    tint(surface, at, METAL, disc)
    tint(
      surface,
      at,
      BLACK,
      disc * place.scorch * 0.5 * smoothstep(-0.6, 1.4, sample(CLOUDS, ds * 900, dc * 900)),
    )
    dim(surface, at, 1 + disc * 0.12 * sample(FINE, away * 60, 3))
    dim(surface, at, 1 - 0.8 * smoothstep(0.3, 0.26, away))
    lift(surface, at, disc * 0.9 + 0.4 * smoothstep(1.34, 1.2, away) - 2 * smoothstep(0.3, 0.26, away))
    if (disc > 0.5) surface.gloss[at] = 1.4
  })
}

/** A drain hole near the tip, with the stain below it. */
export function drainHole(
  surface: BladeSurface,
  place: { span: number; chord: number; radius: number },
): void {
  onPatch(
    surface,
    { ...place, reachSpan: place.radius * 30, reachChord: place.radius * 12 },
    (at, ds, dc) => {
      const along = ds / place.radius
      const bent = dc / place.radius + 0.5 * sample(CLOUDS, along * 3, 9)
      const run = along > 0 ? Math.exp(-((bent / (1 + along * 0.1)) ** 2)) * (1 - along / 30) : 0
      tint(surface, at, RUN, 0.5 * Math.max(0, run) * (0.7 + 0.3 * sample(FINE, along * 6, bent * 20)))
      const away = lengthOf(ds, dc) / place.radius
      const hole = smoothstep(1.05, 0.95, away)
      tint(surface, at, BLACK, 0.96 * hole)
      lift(surface, at, 0.5 * Math.exp(-((away - 1.15) ** 2) * 30) - 2.5 * hole)
    },
  )
}

/** The root's steel ring up to `span`, with a row of nuts every `spacing` metres. */
export function rootFlange(
  surface: BladeSurface,
  { span, spacing }: { span: number; spacing: number },
): void {
  for (let at = 0; at < surface.cover.length; at++) {
    const s = (surface.span[at] as number) - span
    const chord = surface.chord[at] as number
    if (surface.cover[at] === 0 || s > 0.012) continue
    const seam = smoothstep(0.012, 0.004, s)
    tint(surface, at, SEAL, 0.9 * seam)
    if (s > 0) continue
    const rust = smoothstep(
      0.4,
      2,
      sample(CLOUDS, s * 400, chord * 260) + 0.5 * sample(FINE, s * 300, chord * 1200),
    )
    tint(surface, at, STEEL, 1)
    tint(surface, at, RUST, 0.6 * rust)
    dim(surface, at, 1 + 0.06 * sample(GRAIN, s * 90, chord * 1500))
    surface.gloss[at] = 0.8 * (1 - rust)
    const x = (((chord % spacing) + spacing) % spacing) - spacing / 2
    const y = s + 0.12
    const turn = Math.atan2(y, x) + Math.floor(chord / spacing) * 2.1
    const hexagon = lengthOf(x, y) * Math.cos((((turn % 1.0472) + 1.0472) % 1.0472) - 0.5236)
    const thread = lengthOf(x, y)
    dim(
      surface,
      at,
      1 - 0.5 * Math.exp(-((Math.max(0, hexagon - 0.036) / 0.01) ** 2)) * (hexagon > 0.036 ? 1 : 0),
    )
    lift(
      surface,
      at,
      2 * smoothstep(0.052, 0.05, thread) +
        9 * smoothstep(0.037, 0.034, hexagon) +
        8 * smoothstep(0.021, 0.018, thread),
    )
    if (thread < 0.02) dim(surface, at, 0.8 + 0.2 * Math.cos(thread * 2600))
  }
}

/** Vortex generators: pairs of fins a few centimetres tall, with their shadows. */
export function vortexGenerators(
  surface: BladeSurface,
  row: { spanFrom: number; spanTo: number; chord: number },
): void {
  const spacing = 0.1
  for (let at = 0; at < surface.cover.length; at++) {
    const span = surface.span[at] as number
    const y = (surface.chord[at] as number) - row.chord
    if (surface.cover[at] === 0 || span < row.spanFrom || span > row.spanTo || y < -0.02 || y > 0.1) continue
    const part = span / spacing - Math.floor(span / spacing) - 0.5
    const base = Math.min(0.047 - Math.abs(part) * spacing, y + 0.008, 0.058 - y)
    lift(surface, at, 0.5 * smoothstep(0, 0.003, base))
    dim(surface, at, 1 - 0.12 * Math.exp(-((base / 0.002) ** 2)))
    const fin = Math.abs(Math.abs(part) * spacing - 0.012 - y * 0.35)
    const within = smoothstep(-0.001, 0.004, y) * smoothstep(0.052, 0.048, y)
    const shadow = Math.abs(Math.abs(part) * spacing - 0.012 - y * 0.35 + (part > 0 ? 0.3 : -0.3) * y)
    dim(surface, at, 1 - 0.5 * within * smoothstep(0.2 * y + 0.003, 0.16 * y, shadow))
    tint(surface, at, PAPER, within * smoothstep(0.0045, 0.002, fin))
  }
}
