import { expect, it } from 'vitest'
import type { Blade, Photo } from '#domain/photo.ts'
import {
  countByRoom,
  firstRoom,
  inCaptureOrder,
  newestYear,
  offeredRooms,
  offeredYears,
  photosOfBlade,
} from '#panel/photos/photo-place.ts'

const THIS_YEAR = 2026

let lastId = 0

const photo = (blade: Blade, room: string, year: number) =>
  ({ id: ++lastId, originalName: 'photo.jpg', category: 'blade', blade, room, year, month: 1 }) as Photo

const PHOTOS = [photo('A', '10', 2025), photo('A', '9', 2025), photo('A', '1', 2024), photo('B', 'hub', 2009)]

it('begins with the newest year that has photos, and with the current year if there are none', () => {
  expect(newestYear(PHOTOS, THIS_YEAR)).toBe(2025)
  expect(newestYear([], THIS_YEAR)).toBe(2026)
})

it('begins with the room with the lowest number that has photos in the year', () => {
  expect(firstRoom(photosOfBlade(PHOTOS, 'A'), 2025)).toBe('9')
  expect(firstRoom(photosOfBlade(PHOTOS, 'C'), 2025)).toBe('1')
})

it('sorts photos by month, then by the numbers in their names', () => {
  const taken = (originalName: string, month: number) => ({ ...photo('A', '1', 2025), originalName, month })
  const photos = [taken('DJI_10.jpg', 3), taken('DJI_9.jpg', 3), taken('DJI_99.jpg', 2)]
  expect(inCaptureOrder(photos).map(({ originalName }) => originalName)).toEqual([
    'DJI_99.jpg',
    'DJI_9.jpg',
    'DJI_10.jpg',
  ])
})

it('counts the photos of each room in one year', () => {
  expect([...countByRoom(PHOTOS, 2025)]).toEqual([
    ['10', 1],
    ['9', 1],
  ])
})

it('offers 25 rooms, 11 years, and all other rooms and years with photos', () => {
  expect(offeredRooms([])).toHaveLength(25)
  expect(offeredRooms(PHOTOS).at(-1)).toBe('hub')
  expect(offeredYears([], THIS_YEAR)).toHaveLength(11)
  expect(offeredYears(PHOTOS, THIS_YEAR)).toContain(2009)
})
