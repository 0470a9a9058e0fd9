import { type Daylight, lightBlade, viewBlade } from './drawing/blade-surface.ts'
import type { Drawing, DrawnDamage } from './drawing/drawn-damage.ts'
import { DRONE_SHOTS } from './drawing/drone-shots.ts'
import { type Colour, develop, newFilm, paint } from './drawing/film.ts'
import { coat } from './drawing/gelcoat.ts'
import { landscape } from './drawing/landscape.ts'
import { OPERATOR_SHOTS } from './drawing/operator-shots.ts'
import { between, pick, type Random, seededRandom } from './drawing/random.ts'
import type { Shot } from './drawing/shot.ts'
import { drawTurbine } from './drawing/wind-turbine.ts'

/** Size of a drawn photo, in pixels. */
export const PHOTO_WIDTH = 1600
export const PHOTO_HEIGHT = 1067

const PAINTS: readonly [Colour, ...Colour[]] = [paint(0xe4e6e4), paint(0xdfe2e3), paint(0xe8e7e0)]
const SHOTS: Record<'drone' | 'operator', Record<string, Shot>> = {
  drone: DRONE_SHOTS,
  operator: OPERATOR_SHOTS,
}

/** The subjects of outdoor photos, with the functions that draw them. */
export const DRONE_SUBJECTS = Object.keys(DRONE_SHOTS)
export const OPERATOR_SUBJECTS = Object.keys(OPERATOR_SHOTS)

/**
 * Draws the picture of a subject, always the same for the same seed.
 *
 * @param wear how far the damages have come: 1 is all of them, 0 is a sound blade
 * @throws if the subject is unknown
 */
export function drawBladePhoto(
  camera: 'drone' | 'operator',
  subject: string,
  seed: number,
  wear = 1,
): Drawing {
  const shot = SHOTS[camera][subject]
  if (!shot) throw new Error(`No ${camera} shot shows "${subject}".`)
  const random = seededRandom(seed)
  const film = shot.outlook
    ? landscape(PHOTO_WIDTH, PHOTO_HEIGHT, shot.outlook)
    : newFilm(PHOTO_WIDTH, PHOTO_HEIGHT)
  let damages: DrawnDamage[] = []
  for (const turbine of shot.turbines ?? []) drawTurbine(film, turbine)
  if (shot.view) {
    const surface = viewBlade(PHOTO_WIDTH, PHOTO_HEIGHT, shot.view)
    coat(surface, {
      colour: pick(random, PAINTS),
      dirt: shot.dirt ?? 0.5,
      runOff: shot.runOff ?? 'span',
      seed,
    })
    damages = shot.paint?.(surface, wear) ?? []
    lightBlade(surface, film, daylight(random, camera))
  }
  const picture = develop(film, {
    exposure: between(random, 0.86, 0.98),
    vignette: camera === 'drone' ? 0.22 : 0.34,
    noise: camera === 'drone' ? 3.4 : 4.2,
    balance: [between(random, 0.98, 1.02), 1, between(random, 0.97, 1.03)],
    seed,
  })
  return { ...picture, damages }
}

function daylight(random: Random, camera: 'drone' | 'operator'): Daylight {
  const warmth = between(random, 0.8, 0.92)
  return {
    // In close photos the sun is low, so that the relief is visible.
    sun: [between(random, -0.9, -0.4), between(random, -0.8, -0.3), camera === 'drone' ? 0.7 : 0.45],
    sunColour: [1, 0.55 + warmth * 0.44, warmth],
    skyColour: [0.42, 0.47, 0.55],
    groundColour: [0.22, 0.2, 0.17],
    reliefGain: 2,
  }
}
