import type { BladeSurface, BladeView } from './blade-surface.ts'
import type { Outlook } from './landscape.ts'
import type { Random } from './random.ts'
import type { DistantTurbine } from './wind-turbine.ts'

/** A picture of the outside of a blade: the view of the camera, the background, and what is drawn on the blade. */
export interface Shot {
  view?: BladeView
  outlook?: Outlook
  turbines?: readonly DistantTurbine[]
  /** 0 is a washed blade, 1 is a blade after years without cleaning. */
  dirt?: number
  runOff?: 'chord' | 'span'
  /** Fittings and damage, painted in this order over the bare coat. */
  paint?: (surface: BladeSurface, random: Random) => void
}

/** A quarter turn: the span then points down the screen. */
export const DOWN = Math.PI / 2
