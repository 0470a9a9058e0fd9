import type { Photo } from '#domain/photo.ts'
import { roomName } from '#panel/words/room-name.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Where a photo belongs: the letter of its blade, if it has one, and its room or its category. */
export function placeWords(
  text: Text,
  { blade, category, room }: Photo,
): { mark: string | null; place: string } {
  const place = category === 'blade' && room !== null ? roomName(text, room) : text(`category.${category}`)
  return { mark: blade, place }
}
