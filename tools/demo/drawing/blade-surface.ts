import type { Colour, Film } from './film.ts'
import { clamp, mix, power64, smoothstep } from './noise.ts'

/** How the camera sees a blade. Angles in radians, lengths in metres, places on the screen as fractions of its width and height. */
export interface BladeView {
  /** On its face (the leading edge along one border) or head-on (the leading edge in the middle). */
  side: 'face' | 'edge'
  /** The direction from root to tip on the screen: 0 is right, a quarter turn is down. */
  angle: number
  /** The screen place of span 0 at mid-chord. */
  centre: readonly [number, number]
  /** Width of the blade across the screen at span 0. */
  chord: number
  /** How much narrower it gets on each metre of span. */
  taper: number
  metresPerPixel: number
  /** Span at which the blade ends in a rounded tip. */
  tip?: number
  /** Length of a toothed strip along the trailing edge, in metres; on its face only. */
  teeth?: number
}

/**
 * The surface of a blade at each pixel of the picture, before it is lit. `span` and `chord` are places on the
 * surface in metres (chord from the leading edge; negative on the other face when seen head-on), `facing` the
 * normal's screen parts (right, down), `relief` in millimetres out of the surface, `albedo` linear red, green, blue.
 */
export interface BladeSurface {
  width: number
  height: number
  metresPerPixel: number
  cover: Float32Array
  span: Float32Array
  chord: Float32Array
  facing: Float32Array
  relief: Float32Array
  albedo: Float32Array
  gloss: Float32Array
}

export function viewBlade(width: number, height: number, view: BladeView): BladeSurface {
  const count = width * height
  const surface: BladeSurface = {
    width,
    height,
    metresPerPixel: view.metresPerPixel,
    cover: new Float32Array(count),
    span: new Float32Array(count),
    chord: new Float32Array(count),
    facing: new Float32Array(count * 2),
    relief: new Float32Array(count),
    albedo: new Float32Array(count * 3),
    gloss: new Float32Array(count).fill(0.3),
  }
  const cos = Math.cos(view.angle)
  const sin = Math.sin(view.angle)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const dx = (x - view.centre[0] * width) * view.metresPerPixel
      const dy = (y - view.centre[1] * height) * view.metresPerPixel
      const along = dx * cos + dy * sin
      const across = dy * cos - dx * sin
      const half = halfWidth(view, along)
      const inside = half + (across > 0 ? toothAt(view, along) : 0) - Math.abs(across)
      surface.cover[at] = clamp(inside / view.metresPerPixel + 0.5, 0, 1)
      if (inside < -view.metresPerPixel) continue
      const q = clamp(across / half, -1, 1)
      const lean = view.side === 'face' ? leanOfFace((q + 1) / 2) : Math.sign(q) * 0.985 * Math.abs(q) ** 0.75
      surface.span[at] = along
      surface.chord[at] = view.side === 'face' ? half + across : q * half * 1.3
      surface.facing[2 * at] = -lean * sin
      surface.facing[2 * at + 1] = lean * cos
    }
  }
  return surface
}

function halfWidth(view: BladeView, along: number): number {
  const half = Math.max(0.02, view.chord - view.taper * along) / 2
  if (view.tip === undefined) return half
  const left = (view.tip - along) / (view.chord * 0.9)
  return left <= 0 ? 0.0001 : half * (left < 1 ? Math.sqrt(1 - (1 - left) ** 2.4) : 1)
}

/** How far a noise-reducing tooth stands out beyond the trailing edge at this span, in metres. */
function toothAt({ teeth = 0 }: BladeView, along: number): number {
  if (teeth === 0) return 0
  const part = along / (teeth * 0.55)
  return teeth * (1 - 2 * Math.abs(part - Math.floor(part) - 0.5))
}

/** The part of an aerofoil's normal along the chord: large at the leading edge, small towards the trailing edge. */
function leanOfFace(part: number): number {
  return -0.97 * Math.exp(-part * 8) + 0.34 * smoothstep(0.25, 1, part)
}

/** Calls `paint` for every pixel whose place on the surface is within `reach` metres of (`span`, `chord`). */
export function onPatch(
  surface: BladeSurface,
  place: { span: number; chord: number; reachSpan: number; reachChord: number },
  paint: (at: number, span: number, chord: number) => void,
): void {
  for (let at = 0; at < surface.cover.length; at++) {
    if (surface.cover[at] === 0) continue
    const span = (surface.span[at] as number) - place.span
    if (span > place.reachSpan || span < -place.reachSpan) continue
    const chord = (surface.chord[at] as number) - place.chord
    if (chord > place.reachChord || chord < -place.reachChord) continue
    paint(at, span, chord)
  }
}

/** Blends a colour with that of the surface; `amount` is its share, 0 to 1. */
export function tint(surface: BladeSurface, at: number, colour: Colour, amount: number): void {
  const share = clamp(amount, 0, 1)
  for (let channel = 0; channel < 3; channel++) {
    const index = at * 3 + channel
    surface.albedo[index] = mix(surface.albedo[index] as number, colour[channel] as number, share)
  }
}

/** Darkens a pixel, as a shadow or a thin film of dirt does. */
export function dim(surface: BladeSurface, at: number, factor: number): void {
  for (let index = at * 3; index < at * 3 + 3; index++) {
    surface.albedo[index] = (surface.albedo[index] as number) * factor
  }
}

export interface Daylight {
  /** Towards the sun: screen right, screen down, out of the screen. Need not be of length 1. */
  sun: Colour
  sunColour: Colour
  skyColour: Colour
  /** Light from below. */
  groundColour: Colour
  /** The factor by which the relief is exaggerated. */
  reliefGain: number
}

/** Lights the surface and draws it over the film. */
export function lightBlade(surface: BladeSurface, film: Film, day: Daylight): void {
  const { width, height, cover, facing, relief } = surface
  const length = Math.hypot(...day.sun)
  const [sx, sy, sz] = [day.sun[0] / length, day.sun[1] / length, day.sun[2] / length]
  const halfLength = Math.hypot(sx, sy, sz + 1)
  const [hx, hy, hz] = [sx / halfLength, sy / halfLength, (sz + 1) / halfLength]
  const slope = day.reliefGain / (surface.metresPerPixel * 2000)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const share = cover[at] as number
      if (share === 0) continue
      const left = relief[x > 0 ? at - 1 : at] as number
      const right = relief[x < width - 1 ? at + 1 : at] as number
      const above = relief[y > 0 ? at - width : at] as number
      const below = relief[y < height - 1 ? at + width : at] as number
      let nx = facing[2 * at] as number
      let ny = facing[2 * at + 1] as number
      let nz = Math.sqrt(Math.max(0.02, 1 - nx * nx - ny * ny))
      nx -= clamp((right - left) * slope, -2, 2)
      ny -= clamp((below - above) * slope, -2, 2)
      const norm = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
      nx *= norm
      ny *= norm
      nz *= norm
      const direct = Math.max(0, nx * sx + ny * sy + nz * sz)
      const up = 0.5 - 0.5 * ny
      const mirror = power64(Math.max(0, nx * hx + ny * hy + nz * hz)) * 0.5 * (surface.gloss[at] as number)
      for (let channel = 0; channel < 3; channel++) {
        const index = at * 3 + channel
        const sun = day.sunColour[channel] as number
        const around = mix(day.groundColour[channel] as number, day.skyColour[channel] as number, up)
        const light = (surface.albedo[index] as number) * (direct * sun + around) + mirror * sun
        film.light[index] = mix(film.light[index] as number, light, share)
      }
    }
  }
}
