import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { bladeCoverage, mapRooms, roomsOfMap, tintOf } from '#panel/photos/map/map-rooms.ts'

const photos = (...rooms: string[]) => rooms.map((room) => ({ room, year: 2026 }) as Photo)

it('shows the rooms of the turbine: drawn up to room 9, and the others by their names', () => {
  expect(mapRooms(3, [])).toEqual({ sides: [['1', '2', '3']], further: [] })
  expect(mapRooms(9, []).sides).toHaveLength(3)
  const { sides, further } = mapRooms(25, [])
  expect(sides.flat()).toHaveLength(9)
  expect(further).toEqual(Array.from({ length: 16 }, (_, index) => String(index + 10)))
  expect(mapRooms(1000, []).further).toHaveLength(16)
})

it('draws no room that the turbine does not have, but others with photos at their places', () => {
  expect(roomsOfMap(mapRooms(4, []))).toEqual(['1', '2', '3', '4'])
  expect(mapRooms(4, photos('hub', '8', '12', 'Kök iç'))).toEqual({
    sides: [
      ['1', '2', '3'],
      ['4', undefined, undefined],
      [undefined, '8', undefined],
    ],
    further: ['12', 'hub', 'Kök iç'],
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
