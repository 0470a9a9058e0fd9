import type { Turbine } from '#domain/turbine.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Why the 360° view of a turbine is off; undefined if a photo shows a sphere, or may show one. */
export function whyNoPanorama(
  text: Text,
  { photo_count, has_panorama }: Pick<Turbine, 'photo_count' | 'has_panorama'>,
): string | undefined {
  if (photo_count === 0) return text('panorama.noPhotos')
  return has_panorama ? undefined : text('panorama.noPanoramas')
}
