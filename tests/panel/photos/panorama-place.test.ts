import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { partnerOf } from '#panel/turbine-page/panorama/beside.ts'
import { photoOfYear, placeInRoom, placeOf } from '#panel/turbine-page/panorama/panorama-place.ts'

const PHOTO: Partial<Photo> = {
  category: 'blade',
  month: 1,
  width: 8,
  height: 4,
  blade: 'A',
  originalName: '',
}
let next = 1
const photo = (room: string, year: number, kind: 'panorama' | 'flat', blade: Photo['blade'] = 'A') =>
  ({ ...PHOTO, id: next++, room, year, blade, is_sphere: kind === 'panorama' }) as Photo

it('opens on a panorama, also if rooms, blades and years before have flat photos only', () => {
  const panorama = photo('3', 2024, 'panorama', 'B')
  const photos = [
    photo('1', 2026, 'flat'),
    photo('3', 2024, 'flat', 'B'),
    photo('3', 2026, 'flat', 'B'),
    panorama,
  ]
  expect(placeOf(photos, {})).toEqual({ blade: 'B', room: '3', year: 2024, photo: panorama })
  expect(placeOf(photos, { room: '3' }).photo).toBe(panorama)
  expect(placeInRoom(photos, 'B', '3').photo).toBe(panorama)
})

it('walks to a panorama of another year, where the year of the room before has flat photos only', () => {
  const [oldest, older, now] = [photo('3', 2021, 'panorama'), photo('3', 2023, 'panorama'), photo('3', 2026, 'panorama', 'B')] // biome-ignore format: short
  const photos = [oldest, older, photo('3', 2025, 'flat'), photo('3', 2026, 'flat'), photo('3', 2026, 'flat', 'B'), now] // biome-ignore format: short
  for (const year of [2026, 2025, 2024]) expect(placeInRoom(photos, 'A', '3', year).photo).toBe(older)
  expect(placeInRoom(photos, 'A', '3', 2021).photo).toBe(oldest)
  expect(placeInRoom(photos, 'B', '3', 2026).photo).toBe(now)
  const flat = [photo('5', 2024, 'flat'), photo('5', 2026, 'flat')]
  expect(placeInRoom(flat, 'A', '5', 2024).photo).toBe(flat[0])
  expect(placeInRoom(flat, 'A', '5', 2025).photo).toBe(flat[1])
})

it('opens flat photos where there is no panorama, and those of the address', () => {
  const flat = photo('1', 2026, 'flat')
  const photos = [flat, photo('3', 2026, 'panorama')]
  expect(placeInRoom(photos, 'A', '1').photo).toBe(flat)
  expect(placeOf(photos, { photo: String(flat.id) }).photo).toBe(flat)
  expect(placeOf([flat], {}).photo).toBe(flat)
  expect(placeOf([], {})).toEqual({ blade: 'A', room: '1', year: undefined, photo: undefined })
})

it('puts a panorama beside a panorama and a flat photo beside a flat one, of the nearest year that has one', () => {
  const [old, flatOld, flatLast, flatNow, now] = [
    photo('1', 2023, 'panorama'),
    photo('1', 2023, 'flat'),
    photo('1', 2025, 'flat'),
    photo('1', 2026, 'flat'),
    photo('1', 2026, 'panorama'),
  ]
  const photos = [old, flatOld, flatLast, flatNow, now]
  const at = (shown: Photo) => placeOf(photos, { photo: String(shown.id) })
  expect(partnerOf(photos, at(now))).toBe(old)
  expect(partnerOf(photos, at(flatNow))).toBe(flatLast)
  expect(photoOfYear(photos, at(now), 2023)).toBe(old)
  expect(photoOfYear(photos, at(now), 2025)).toBe(flatLast)
  expect(partnerOf([flatLast, now], at(now))).toBeUndefined()
})
