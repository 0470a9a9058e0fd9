import { BLADE_BATCH_FILES, CATEGORY_BATCH_BYTES, CATEGORY_BATCH_FILES } from '#domain/limits.ts'
import type { Blade } from '#domain/photo.ts'
import { roomName } from '#panel/words/room-name.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Where uploaded photos belong: a room of a blade, or one of the other categories. */
export type UploadTarget =
  | { turbineId: number; category: 'blade'; blade: Blade; room: string; year: number }
  | { turbineId: number; category: 'drone' | 'operator' | 'robot'; blade: Blade; year: number }

/** The most that one request of an upload may have. */
export interface BatchLimits {
  files: number
  /** Bytes. A file that is larger than this is a batch of its own. */
  bytes: number
}

/** The limits of the batches of an upload to `target`. */
export function batchLimits({ category }: UploadTarget): BatchLimits {
  return category === 'blade'
    ? { files: BLADE_BATCH_FILES, bytes: Number.POSITIVE_INFINITY }
    : { files: CATEGORY_BATCH_FILES, bytes: CATEGORY_BATCH_BYTES }
}

/** The text fields that the server expects beside the files. */
export function targetFields({ turbineId: _, ...fields }: UploadTarget): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

/** Where photos will belong, in words: the room or the category with its blade, and the year. */
export function targetWords(text: Text, target: UploadTarget): string {
  if (target.category === 'blade') return [roomName(text, target.room), target.year].join(' · ')
  const { category, blade, year } = target
  return [text(`category.${category}`), text('photos.blade', { blade }), year].join(' · ')
}
