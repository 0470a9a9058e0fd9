import type { Photo } from '#domain/photo.ts'
import { bytesWords, megabytes } from '#panel/ui/megabytes.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The size of a photo as text, with one decimal. */
export function sizeWords(text: Text, photo: Photo): string {
  return bytesWords(text, photo.size)
}

/** The size of photos together as text, with one decimal. */
export function totalSizeWords(text: Text, photos: Photo[]): string {
  const mb = megabytes(photos.reduce((total, { size }) => total + size, 0))
  return mb < 1000 ? text('photos.size', { mb }) : text('photos.size.large', { gb: mb / 1024 })
}
