import { roomLabel } from '#domain/photo.ts'
import type { Text } from './use-text.ts'

/** The label of a room (`Root-WW`), otherwise its number in words, otherwise its name. */
export function roomName(text: Text, room: string): string {
  return roomLabel(room) ?? (/^\d+$/.test(room) ? text('room.numbered', { n: room }) : room)
}
