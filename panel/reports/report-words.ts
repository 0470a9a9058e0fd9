import { megabytes } from '#panel/ui/megabytes.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The size of a report as text, with two decimals. */
export function sizeWords(text: Text, bytes: number): string {
  const mb = megabytes(bytes)
  return mb < 0.005 ? text('reports.size.tiny') : text('reports.size', { mb })
}
