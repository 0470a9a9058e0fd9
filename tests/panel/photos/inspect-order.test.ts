import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { inInspectingOrder, nextUninspected } from '#panel/photos/inspecting/inspect-order.ts'

function photo(id: number, fields: Partial<Photo>): Photo {
  const place = { category: 'blade', blade: 'A', room: '1', year: 2026, month: 5, looked_at: null }
  return { id, originalName: `${id}.jpg`, ...place, ...fields } as Photo
}

const PHOTOS = [
  photo(9, { category: 'drone', blade: null, room: null }),
  photo(8, { blade: null, room: '1' }),
  photo(7, { blade: 'B', room: '1' }),
  photo(6, { room: '10' }),
  photo(5, { room: '2' }),
  photo(4, {}),
  photo(3, {}),
  photo(2, { year: 2025 }),
]
const ids = (photos: Photo[]) => photos.map(({ id }) => id)

it('goes through a year blade by blade and room by room, then through the other categories', () => {
  expect(ids(inInspectingOrder(PHOTOS, 2026))).toEqual([3, 4, 5, 6, 7, 8, 9])
})

it('goes on to the next photo that nobody has looked at, in other rooms too, and from the end to the start', () => {
  const looked = PHOTOS.map((each) => ([4, 5, 9].includes(each.id) ? { ...each, looked_at: 'now' } : each))
  const ordered = inInspectingOrder(looked, 2026)
  expect(nextUninspected(ordered, { id: 3 })?.id).toBe(6)
  expect(nextUninspected(ordered, { id: 8 })?.id).toBe(3)
  expect(nextUninspected(ordered)?.id).toBe(3)
})

it('finds no further photo if the open one is the last that nobody has looked at', () => {
  const ordered = inInspectingOrder(
    PHOTOS.map((each) => (each.id === 6 ? each : { ...each, looked_at: 'now' })),
    2026,
  )
  expect(nextUninspected(ordered, { id: 6 })).toBeUndefined()
  expect(nextUninspected(ordered, { id: 9 })?.id).toBe(6)
})
