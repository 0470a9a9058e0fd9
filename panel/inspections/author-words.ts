import type { Text } from '#panel/words/use-text.ts'

/** The author that the migration gave to what was there before inspections were published in versions. */
const BEFORE_RELEASES = 'before releases'

/** Who has published a version or sent an inspection on. */
export function authorWords(text: Text, userName: string): string {
  return userName === BEFORE_RELEASES ? text('inspection.version.beforeReleases') : userName
}
