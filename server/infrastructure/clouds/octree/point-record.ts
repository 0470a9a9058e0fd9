import { NO_INTENSITY } from '#domain/pictures/point-cloud.ts'
import type { PointBatch } from '#server/infrastructure/clouds/reading/cloud-source.ts'

/** The maximum of 8-bit colours. Some programs write those into 16-bit fields. */
const BYTE_MAX = 255
/** The maximum intensity of a point that has one. */
const INTENSITY_MAX = NO_INTENSITY - 1

/** The target of a record. */
export interface RecordPlace {
  floats: Float32Array
  bytes: Uint8Array
  /** In bytes. */
  at: number
}

/** @returns a function that writes the nth point of the batch as `CLOUD_POINT_BYTES` describes */
export function recordWriter(
  { colours, intensities }: PointBatch,
  { brightest, intensities: range }: { brightest: number | null; intensities: [number, number] | null },
): (place: RecordPlace, x: number, y: number, z: number, index: number) => void {
  const shift = brightest !== null && brightest > BYTE_MAX ? 8 : 0
  const [low, high] = range ?? [0, 0]
  const step = high > low ? INTENSITY_MAX / (high - low) : 0
  return ({ floats, bytes, at }, x, y, z, index) => {
    floats[at / 4] = x
    floats[at / 4 + 1] = y
    floats[at / 4 + 2] = z
    bytes[at + 12] = colours ? (colours[index * 3] as number) >> shift : 0
    bytes[at + 13] = colours ? (colours[index * 3 + 1] as number) >> shift : 0
    bytes[at + 14] = colours ? (colours[index * 3 + 2] as number) >> shift : 0
    const intensity = range && intensities ? (intensities[index] as number) : Number.NaN
    bytes[at + 15] = Number.isNaN(intensity) ? NO_INTENSITY : limited(intensity, low, step)
  }
}

function limited(intensity: number, low: number, step: number): number {
  if (step === 0) return INTENSITY_MAX / 2
  return Math.round(Math.min(INTENSITY_MAX, Math.max(0, (intensity - low) * step)))
}
