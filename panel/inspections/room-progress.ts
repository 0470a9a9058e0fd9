import { BLADES, type Photo, PhotoCategory } from '#domain/photo.ts'

/** A part of the turbine with photos: a blade with its rooms, or the photos of another category. */
export interface PartProgress {
  category: Photo['category']
  blade: Photo['blade']
  done: number
  total: number
  rooms: RoomProgress[]
}

export interface RoomProgress {
  room: string
  done: number
  total: number
  /** The photos of the room that nobody has looked at. */
  unlooked: Photo[]
}

/** How many photos of each blade and room somebody has looked at. @param photos in the order in which they are looked at */
export function progressOf(photos: readonly Photo[]): PartProgress[] {
  const parts = PhotoCategory.options.flatMap((category) =>
    (category === 'blade' ? [...BLADES, null] : [undefined]).map((blade) => ({ category, blade })),
  )
  return parts.flatMap(({ category, blade }) => {
    const ofPart = photos.filter(
      (photo) => photo.category === category && (blade === undefined || photo.blade === blade),
    )
    if (ofPart.length === 0) return []
    const byRoom = category === 'blade' ? Map.groupBy(ofPart, ({ room }) => room ?? '') : new Map()
    const rooms = [...byRoom].map(([room, ofRoom]: [string, Photo[]]) => ({
      room,
      ...countInspected(ofRoom),
    }))
    const { done, total } = countInspected(ofPart)
    return [{ category, blade: blade ?? null, done, total, rooms }]
  })
}

function countInspected(photos: Photo[]) {
  const unlooked = photos.filter(({ looked_at }) => looked_at === null)
  return { done: photos.length - unlooked.length, total: photos.length, unlooked }
}
