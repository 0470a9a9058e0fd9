import { type BladeSurface, dim, tint } from './blade-surface.ts'
import { type Colour, paint } from './film.ts'
import { CLOUDS, clamp, FINE, GRAIN, mix, PITS, sample, smoothstep, texel } from './noise.ts'

const INSECT = paint(0x4a3b2a)
const DUST = paint(0x9a8a6c)
const GRIME = paint(0x5b564c)

export interface Coat {
  colour: Colour
  /** 0 is clean, 1 is years without cleaning. */
  dirt: number
  /** Which way rain runs off: along the chord, or along the span of a blade parked upright. */
  runOff: 'chord' | 'span'
  seed: number
}

/** Painted glass fibre after some years outdoors: orange peel, uneven tone, run-off streaks, insects at the leading edge. */
export function coat(surface: BladeSurface, { colour, dirt, runOff, seed }: Coat): void {
  const millimetres = surface.metresPerPixel * 1000
  // Texture that is finer than a pixel would look like noise, so it fades out with the distance of the camera.
  const near = clamp(1.2 / millimetres, 0, 1)
  for (let at = 0; at < surface.cover.length; at++) {
    if (surface.cover[at] === 0) continue
    const span = (surface.span[at] as number) + seed * 1.37
    const chord = surface.chord[at] as number
    const wide = sample(CLOUDS, span * 70, chord * 70)
    const local = sample(CLOUDS, span * 410 + 90, chord * 410)
    const streak = runOff === 'chord' ? streaks(span, chord) : streaks(chord, span)
    const tone = 1 + 0.02 * wide + 0.012 * local + near * 0.012 * texel(GRAIN, at, at >> 9)
    for (let channel = 0; channel < 3; channel++) {
      surface.albedo[at * 3 + channel] = (colour[channel] as number) * tone
    }
    tint(surface, at, DUST, dirt * 0.1 * smoothstep(-0.5, 2.2, wide + 0.5 * local))
    if (near > 0.7) {
      const speck = sample(PITS, span * 700 + 9, chord * 700) - 0.03 - 0.03 * local - 0.02 * wide
      tint(surface, at, GRIME, 0.4 * near * dirt * smoothstep(0.02, -0.02, speck))
    }
    tint(surface, at, GRIME, dirt * 0.3 * smoothstep(0.4, 2.6, streak + 0.5 * wide))
    surface.gloss[at] = mix(0.42, 0.12, clamp(dirt + 0.1 * wide, 0, 1))
    const peel = near > 0.7 ? 0.012 * sample(CLOUDS, span * 9000, chord * 9000) : 0
    surface.relief[at] = near * (peel + 0.003 * texel(GRAIN, at, at >> 9)) + 0.05 * local
  }
}

/** Streaks of rain: thin and broad lines, each with its own beginning and end. */
function streaks(across: number, along: number): number {
  const where = sample(CLOUDS, across * 55 + 300, along * 75)
  const bent = across + 0.004 * sample(CLOUDS, along * 160, across * 20)
  return (
    0.5 * sample(FINE, bent * 2300, along * 70) +
    0.6 * sample(CLOUDS, bent * 900, along * 45) +
    0.3 * sample(CLOUDS, bent * 1700, along * 900) +
    0.75 * where -
    0.2
  )
}

/** Insects that hit the leading edge: specks and short smears, dense at the edge, none half a metre behind it. */
export function insects(surface: BladeSurface, amount: number, seed: number): void {
  for (let at = 0; at < surface.cover.length; at++) {
    if (surface.cover[at] === 0) continue
    const behind = Math.abs(surface.chord[at] as number)
    if (behind > 0.6) continue
    const span = (surface.span[at] as number) + seed * 3.1
    const chord = surface.chord[at] as number
    const speck = sample(PITS, span * 640, chord * 420)
    const thick =
      0.6 + 0.5 * sample(CLOUDS, span * 90, chord * 90) + 0.35 * sample(FINE, span * 640, chord * 420)
    const size = amount * 0.3 * Math.exp(-behind * 5) * thick
    if (size < 0.01) continue
    tint(surface, at, INSECT, 0.75 * smoothstep(size, size * 0.45, speck))
  }
}

/** A band of clear protection tape over the leading edge, up to `reach` metres: it has a faint edge and shines less. */
export function edgeTape(surface: BladeSurface, reach: number, seed: number): void {
  for (let at = 0; at < surface.cover.length; at++) {
    if (surface.cover[at] === 0) continue
    const behind = Math.abs(surface.chord[at] as number)
    if (behind > reach + 0.01) continue
    const wave = 0.003 * sample(CLOUDS, (surface.span[at] as number) * 60 + seed * 19, seed)
    const inside = reach + wave - behind
    if (inside > 0) {
      dim(surface, at, 0.965)
      surface.relief[at] = (surface.relief[at] as number) + 0.3 * smoothstep(0, 0.004, inside)
      surface.gloss[at] = 0.6
    }
    dim(surface, at, 1 - 0.16 * Math.exp(-((inside / 0.0025) ** 2)))
  }
}
