import { megabytes } from '#panel/ui/megabytes.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The size of a dossier as text, with one decimal. */
export function sizeWords(text: Text, bytes: number): string {
  const mb = megabytes(bytes)
  if (mb < 0.05) return text('photos.size.tiny')
  return mb < 1000 ? text('photos.size', { mb }) : text('photos.size.large', { gb: mb / 1024 })
}
