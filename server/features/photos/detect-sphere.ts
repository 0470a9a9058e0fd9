import { SPHERE_WIDTH_MIN } from '#domain/limits.ts'
import type { Panorama, SphereArea } from '#domain/pictures/panorama.ts'
import type { SpherePose } from '#domain/pictures/sphere-pose.ts'
import type { Gpano } from '#server/infrastructure/images/decode-request.ts'

/** The size of a picture in pixels, upright. */
interface Size {
  width: number
  height: number
}

/**
 * Maximum deviation from the exact ratio, in pixels. Resizing rounds to whole pixels, and sensors have even numbers of them. A percentage
 * would be wrong: no camera makes a sphere of 1.98 : 1, but people crop photos to it.
 */
const ROUNDING_PIXELS = 2

/**
 * Detects whether a picture shows a sphere, which part of it, and how the camera was held. GPano fields come first. Incomplete or
 * contradictory ones do not count, and a picture twice as wide as high is a whole sphere. All others are flat, also below a width of
 * `SPHERE_WIDTH_MIN` pixels: with a tolerance of two pixels, one of 1 × 1 would be a sphere.
 *
 * @param gpano null if the file has nothing about a sphere
 */
export function detectSphere(size: Size, gpano: Gpano | null): Pick<Panorama, 'sphere' | 'heading' | 'pose'> {
  const projection = gpano?.projection?.toLowerCase() ?? null
  if (size.width < SPHERE_WIDTH_MIN) return { sphere: null, heading: null, pose: null }
  // A cylinder or a cube is no sphere, whatever its shape is.
  const isOtherProjection = projection !== null && projection !== 'equirectangular'
  const declared = gpano && projection !== null ? declaredArea(size, gpano) : null
  const sphere = isOtherProjection ? null : (declared ?? wholeSphere(size))
  return {
    sphere,
    heading: sphere && gpano ? gpano.heading : null,
    pose: sphere && gpano ? poseOf(gpano) : null,
  }
}

/** A missing angle counts as level. */
function poseOf({ pitch, roll }: Gpano): SpherePose | null {
  return pitch || roll ? { pitch: pitch ?? 0, roll: roll ?? 0 } : null
}

function wholeSphere({ width, height }: Size): SphereArea | null {
  return isTwiceAsWide({ width, height }) ? { full_width: width, full_height: height, left: 0, top: 0 } : null
}

/** The GPano area in pixels of the picture; null if it contradicts itself or the picture. */
function declaredArea(size: Size, gpano: Gpano): SphereArea | null {
  const { full_width, full_height, width, height, left, top } = gpano
  if (!full_width || !full_height || !width || !height || left === null || top === null) return null
  if (left + width > full_width || top + height > full_height) return null
  if (!isTwiceAsWide({ width: full_width, height: full_height })) return null

  // Programs downscale pictures without changing these fields. Both sides then have the same factor.
  const factor = size.width / width
  if (Math.abs(size.height - height * factor) > (factor === 1 ? 0 : ROUNDING_PIXELS)) return null
  const scaled = (pixels: number) => Math.round(pixels * factor)
  const full = {
    full_width: Math.max(scaled(full_width), size.width),
    full_height: Math.max(scaled(full_height), size.height),
  }
  return {
    ...full,
    left: Math.min(scaled(left), full.full_width - size.width),
    top: Math.min(scaled(top), full.full_height - size.height),
  }
}

function isTwiceAsWide({ width, height }: Size): boolean {
  return Math.abs(width - 2 * height) <= ROUNDING_PIXELS
}
