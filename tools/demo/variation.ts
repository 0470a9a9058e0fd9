import { between, type Random } from './drawing/random.ts'

export interface Variation {
  /** Size of the cut-out, as a part of the drawn picture. */
  size: number
  /** Where the cut-out lies in the drawn picture, 0 to 1 across and down; a panorama turns by `across` instead. */
  across: number
  down: number
  mirrored: boolean
  /** Factors on red, green and blue: exposure and white balance. */
  gains: readonly [number, number, number]
}

/** These contain lettering, so they must not be mirrored. */
const LETTERED = new Set([
  'fins-clean',
  'root-oil',
  'crack-along',
  'lightning-close',
  'root-bolts',
  'marks-sound',
])

/** How this photo differs from the drawn picture that it is made of. */
export function vary(random: Random, camera: string, subject: string): Variation {
  const exposure = between(random, 0.88, 1.06)
  const warmth = between(random, -0.03, 0.03)
  const mayMirror = (camera === 'drone' || camera === 'operator') && !LETTERED.has(subject)
  return {
    size: between(random, 0.8, 1),
    across: random(),
    down: random(),
    mirrored: random() < 0.5 && mayMirror,
    gains: [exposure * (1 + warmth), exposure, exposure * (1 - warmth)],
  }
}
