import { MIB } from '#domain/limits.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Converts bytes to megabytes for the texts. */
export function megabytes(bytes: number): number {
  return bytes / MIB
}

/** The size of a file as text, with one decimal. */
export function bytesWords(text: Text, bytes: number): string {
  const mb = megabytes(bytes)
  if (mb < 0.05) return text('photos.size.tiny')
  return mb < 1000 ? text('photos.size', { mb }) : text('photos.size.large', { gb: mb / 1024 })
}
