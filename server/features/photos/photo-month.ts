import type { PhotoExif } from '#domain/photo.ts'
import { monthIn } from '#domain/time/today.ts'

/**
 * The month (1 to 12) of a photo in its year: when it was taken, else uploaded. A wrong camera clock that gives another year makes the
 * month wrong as well.
 */
export function captureMonth(
  exif: PhotoExif | undefined,
  year: number,
  timeZone: string,
  uploadedAt: Date,
): number {
  const taken = /^(\d{4})-(\d{2})-/.exec(exif?.taken_at ?? '')
  return taken && Number(taken[1]) === year ? Number(taken[2]) : monthIn(timeZone, uploadedAt)
}
