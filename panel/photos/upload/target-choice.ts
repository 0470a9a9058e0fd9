import { BLADES } from '#domain/photo.ts'
import { bladeOutbox, categoryOutbox, type OutboxName } from '#panel/outbox/outboxes.ts'
import { SECTION_CATEGORIES } from '#panel/photos/place-address.ts'
import { roomName } from '#panel/words/room-name.ts'
import type { Text } from '#panel/words/use-text.ts'
import type { UploadTarget } from './upload-target.ts'

/** A place as the value of an option; the year is not in it. */
export function targetKey(target: UploadTarget): string {
  const { category, blade } = target
  return category === 'blade' ? `${category}/${blade}/${target.room}` : `${category}/${blade}`
}

/** The places of a turbine in one year: the rooms of each blade, and the blades of the other categories. */
export function targetGroups(text: Text, { turbineId, year }: UploadTarget, rooms: readonly string[]) {
  const ofBlades = BLADES.map((blade) => ({
    label: text('photos.blade', { blade }),
    targets: rooms.map((room): UploadTarget => ({ turbineId, category: 'blade', blade, room, year })),
  }))
  const ofCategories = SECTION_CATEGORIES.map((category) => ({
    label: text(`category.${category}`),
    targets: BLADES.map((blade): UploadTarget => ({ turbineId, category, blade, year })),
  }))
  return [...ofBlades, ...ofCategories]
}

/** A place in words, with its blade, but without its year. */
export function placeWords(text: Text, target: UploadTarget): string {
  const blade = text('photos.blade', { blade: target.blade })
  return target.category === 'blade'
    ? `${blade} · ${roomName(text, target.room)}`
    : `${text(`category.${target.category}`)} · ${blade}`
}

/** The name of the staged files of a place. */
export function outboxNameOf({ turbineId, category, blade }: UploadTarget): OutboxName {
  return category === 'blade' ? bladeOutbox(turbineId, blade) : categoryOutbox(turbineId, category)
}
