import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** Bytes as the number of megabytes that the texts put into words. */
export function megabytes(bytes: number): number {
  return bytes / MIB
}

/** The first day of the photo's month, which the language then names. */
export function monthOf(photo: Photo): Date {
  return new Date(photo.year, photo.month - 1)
}
