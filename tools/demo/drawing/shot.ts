import type { BladeSurface, BladeView } from './blade-surface.ts'
import type { DrawnDamage } from './drawn-damage.ts'
import type { Outlook } from './landscape.ts'
import type { DistantTurbine } from './wind-turbine.ts'

/** A picture of the outside of a blade: the view of the camera, the background, and what is drawn on the blade. */
export interface Shot {
  view?: BladeView
  outlook?: Outlook
  turbines?: readonly DistantTurbine[]
  /** 0 is a washed blade, 1 is a blade after years without cleaning. */
  dirt?: number
  runOff?: 'chord' | 'span'
  /**
   * Paints fittings and damages over the bare coat.
   *
   * @param wear how far the damages have come: 1 is all of them, 0 is a sound blade
   * @returns the damages in the picture, the most important one first
   */
  paint?: (surface: BladeSurface, wear: number) => DrawnDamage[]
}

/** A quarter turn: the span then points down the screen. */
export const DOWN = Math.PI / 2
