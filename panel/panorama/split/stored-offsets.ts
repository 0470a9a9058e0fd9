import * as z from 'zod'
import { type Offset, reverse } from './offset.ts'

/** The ids of the first and of the second photo. */
export type PhotoPair = readonly [first: number, second: number]

/** The largest number of pairs that a browser stores for a user. */
export const STORED_OFFSETS_MAX = 200

/** The smaller id, the larger id, and the offset of the photo with the larger one. */
const Entry = z.tuple([z.int(), z.int(), z.number(), z.number()])
type Entry = z.infer<typeof Entry>

/** The offset that a user chose for a pair, in the order of `pair`. */
export function readOffset(userId: number, pair: PhotoPair): Offset | undefined {
  const entry = readEntries(userId).find((one) => isOf(one, pair))
  if (!entry) return undefined
  const [, , yaw, pitch] = entry
  return inOrder(pair, { yaw, pitch })
}

/** @param offset undefined deletes the stored offset */
export function storeOffset(userId: number, pair: PhotoPair, offset: Offset | undefined) {
  const entries = readEntries(userId).filter((one) => !isOf(one, pair))
  if (offset) {
    const { yaw, pitch } = inOrder(pair, offset)
    entries.unshift([Math.min(...pair), Math.max(...pair), yaw, pitch])
  }
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(entries.slice(0, STORED_OFFSETS_MAX)))
  } catch {
    // Without storage the offset is valid until the pair is closed.
  }
}

/** Converts an offset between the order of the pair and the order of the ids. The conversion is its own inverse. */
function inOrder([first, second]: PhotoPair, offset: Offset): Offset {
  return first < second ? offset : reverse(offset)
}

function isOf([smaller, larger]: Entry, pair: PhotoPair): boolean {
  return smaller === Math.min(...pair) && larger === Math.max(...pair)
}

/** Newest first. */
function readEntries(userId: number): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]')
    return z.array(Entry).safeParse(stored).data ?? []
  } catch {
    return []
  }
}

function storageKey(userId: number): string {
  return `kanat.panorama-offsets.${userId}`
}
