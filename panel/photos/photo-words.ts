import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Bytes as the number of megabytes that the texts put into words. */
export function megabytes(bytes: number): number {
  return bytes / MIB
}

/** A photo's size in words, one decimal. */
export function sizeWords(text: Text, photo: Photo): string {
  const mb = megabytes(photo.size)
  return mb < 0.05 ? text('photos.size.tiny') : text('photos.size', { mb })
}

/** The first day of the photo's month, which the language then names. */
export function monthOf(photo: Photo): Date {
  return new Date(photo.year, photo.month - 1)
}
