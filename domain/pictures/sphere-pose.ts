import * as z from 'zod'

/**
 * The camera pose of a sphere, in degrees. The pitch is that of the picture's centre above the horizon. With a growing roll, the horizon
 * turns counterclockwise in the picture.
 *
 * @see https://developers.google.com/streetview/spherical-metadata (PosePitchDegrees, PoseRollDegrees)
 */
export const SpherePose = z.object({
  pitch: z.number().min(-90).max(90),
  roll: z.number().min(-180).max(180),
})
export type SpherePose = z.infer<typeof SpherePose>

/** A direction in degrees: the yaw clockwise from the sphere's centre, the pitch upwards from its horizon. */
interface Direction {
  yaw: number
  pitch: number
}

/** x to the right, y upwards, z backwards. */
type Vector = readonly [x: number, y: number, z: number]

/**
 * The direction of a picture point from the true horizon. Undoes the roll, around the axis through the picture's centre, then the pitch, so
 * that the centre keeps its heading.
 */
export function levelDirection(point: Direction, { pitch, roll }: SpherePose): Direction {
  return toDirection(turnUp(turnClockwise(toVector(point), roll), pitch))
}

/** The picture point in a direction from the true horizon. */
export function photographedPoint(direction: Direction, { pitch, roll }: SpherePose): Direction {
  return toDirection(turnClockwise(turnUp(toVector(direction), -pitch), -roll))
}

/** A sphere's roll is positive for a camera turned clockwise around the axis of view. */
function turnClockwise([x, y, z]: Vector, angle: number): Vector {
  const [cosine, sine] = turnOf(angle)
  return [x * cosine + y * sine, y * cosine - x * sine, z]
}

function turnUp([x, y, z]: Vector, angle: number): Vector {
  const [cosine, sine] = turnOf(angle)
  return [x, y * cosine - z * sine, z * cosine + y * sine]
}

function turnOf(angle: number): readonly [cosine: number, sine: number] {
  return [Math.cos(radians(angle)), Math.sin(radians(angle))]
}

function toVector({ yaw, pitch }: Direction): Vector {
  const [level, up] = turnOf(pitch)
  const [ahead, right] = turnOf(yaw)
  return [right * level, up, -ahead * level]
}

function toDirection([x, y, z]: Vector): Direction {
  return { yaw: degrees(Math.atan2(x, -z)), pitch: degrees(Math.atan2(y, Math.hypot(x, z))) }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
