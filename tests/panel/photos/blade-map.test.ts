import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { bladeCoverage, mapRooms, tintOf } from '#panel/photos/map/map-rooms.ts'

const photos = (...rooms: string[]) => rooms.map((room) => ({ room, year: 2026 }) as Photo)
const NOTHING_CHOSEN = [{ room: '', year: 2026 }]

it('shows the rooms of the turbine: drawn up to room 9, and the others by their names', () => {
  expect(mapRooms(3, [], NOTHING_CHOSEN)).toEqual({ sides: [['1', '2', '3']], further: [] })
  expect(mapRooms(9, [], NOTHING_CHOSEN).sides).toHaveLength(3)
  const { sides, further } = mapRooms(25, [], NOTHING_CHOSEN)
  expect(sides.flat()).toHaveLength(9)
  expect(further).toEqual(Array.from({ length: 16 }, (_, index) => String(index + 10)))
  expect(mapRooms(1000, [], NOTHING_CHOSEN).further).toHaveLength(16)
})

it('shows other rooms if they have photos or are chosen', () => {
  expect(mapRooms(3, photos('hub', '8', '12', 'Kök iç'), [{ room: '11', year: 2026 }])).toEqual({
    sides: [
      ['1', '2', '3'],
      ['7', '8', '9'],
    ],
    further: ['11', '12', 'hub', 'Kök iç'],
  })
})

it('counts the photos of each room, and the rooms of the turbine without photos', () => {
  const lastYear = { room: '3', year: 2025 } as Photo
  const { counts, ...totals } = bladeCoverage(3, [...photos('1', '1', 'hub'), lastYear], 2026)
  expect([...counts]).toEqual([
    ['1', 2],
    ['hub', 1],
  ])
  expect(totals).toEqual({ photos: 3, rooms: 3, empty: 2 })
})

it('tints a room by its number of photos', () => {
  const tints = [0, 1, 3, 4, 9, 10, 500].map(tintOf)
  expect(tints).toEqual(['none', 'few', 'few', 'some', 'some', 'many', 'many'])
})
