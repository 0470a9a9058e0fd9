import type { Gpano } from '#server/infrastructure/images/decode-request.ts'

/** What the camera wrote into a picture of 4000 × 1260 pixels that shows less than a whole sphere. */
export const GPANO: Gpano = {
  projection: 'equirectangular',
  full_width: 8000,
  full_height: 4000,
  width: 4000,
  height: 1260,
  left: 2000,
  top: 1370,
  heading: 123.5,
  pitch: null,
  roll: null,
}
