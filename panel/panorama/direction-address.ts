import type { Direction } from './view/direction.ts'

const DIGITS = 2

/** A direction as a value of the address: yaw, pitch and vertical angle of view in degrees, such as `12.5,-4,60`. */
export function directionText({ yaw, pitch, fov }: Direction): string {
  // Without `-0`, and without zeros at the end.
  return [yaw, pitch, fov].map((angle) => Number(angle.toFixed(DIGITS)) + 0).join(',')
}

/** Undefined if the text is not a direction. */
export function readDirection(text: string | undefined): Direction | undefined {
  const parts = text?.split(',') ?? []
  const [yaw = Number.NaN, pitch = Number.NaN, fov = Number.NaN] = parts.map((part) =>
    /^-?\d{1,3}(\.\d+)?$/.test(part) ? Number(part) : Number.NaN,
  )
  const isDirection =
    parts.length === 3 && Math.abs(yaw) <= 180 && Math.abs(pitch) <= 90 && fov > 0 && fov < 180
  return isDirection ? { yaw, pitch, fov } : undefined
}
