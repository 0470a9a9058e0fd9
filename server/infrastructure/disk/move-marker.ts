import type { Marker } from './marker-file.ts'

/** Marks a database or a place of files as the target of a move that is not complete. No server starts on it. Its text says which move it is. */
export type MoveMarker = Marker

/** @throws with a sentence if a move to `place` is not complete */
export async function refuseUnfinishedMove(marker: Pick<MoveMarker, 'read'>, place: string): Promise<void> {
  const description = await marker.read()
  if (description === undefined) return
  throw new Error(`The move of ${description} is not complete, so ${place} cannot be used. Run it again.`)
}
