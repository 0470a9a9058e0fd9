import type { Turbine } from '#domain/turbine.ts'
import type { Text } from '#panel/words/use-text.ts'

/** What is new in a turbine since the caller's last visit, in words. */
export function newWords(
  text: Text,
  { new_photo_count, new_publication_year }: Pick<Turbine, 'new_photo_count' | 'new_publication_year'>,
): string[] {
  const words: string[] = []
  if (new_publication_year !== null)
    words.push(text('turbine.newPublication', { year: String(new_publication_year) }))
  if (new_photo_count > 0) words.push(text('turbine.newPhotos', { n: new_photo_count }))
  return words
}
