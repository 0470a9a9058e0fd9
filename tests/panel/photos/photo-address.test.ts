import { expect, it } from 'vitest'
import type { Blade, Photo } from '#domain/photo.ts'
import { photoAfter, photosBeside } from '#panel/photos/photo-place.ts'
import { readPlace, writePlace } from '#panel/photos/place-address.ts'

const THIS_YEAR = 2026

let lastId = 0
const photo = (blade: Blade | null, room: string | null, year = 2026, category = 'blade') => {
  const id = ++lastId
  return { id, blade, room, year, category, month: 1, originalName: `${id}.jpg` } as Photo
}

it('reads every place that it writes, for any name of a room', () => {
  for (const room of ['3', '25', 'hub', 'Kök iç', 'v1.2', 'a.2024', '%2e', '&b=1.2025']) {
    const place = { room, year: 2024 }
    const search = new URLSearchParams({ a: writePlace(place) }).toString()
    const text = new URLSearchParams(search).get('a') ?? ''
    expect(readPlace(text, [photo('A', room, 2024)], THIS_YEAR)).toEqual(place)
  }
})

it('ignores a place that the selects do not offer', () => {
  const bad = ['', ...'3 .2026 3. 3.26 26.2026 0.2026 hub.2026 3.1979 3.2027 3.2026. x'.split(' ')]
  for (const text of bad) expect([text, readPlace(text, [], THIS_YEAR)]).toEqual([text, undefined])
  expect(readPlace('25.2016', [], THIS_YEAR)).toEqual({ room: '25', year: 2016 })
})

it('shows a photo with the photos of its blade, room and year, or of all blades in the gallery', () => {
  const open = photo('A', '1')
  const sameRoom = photo('A', '1')
  const otherBlade = photo('B', '1')
  const photos = [sameRoom, otherBlade, open, photo('A', '2'), photo('A', '1', 2025)]
  expect(photosBeside(photos, open, false)).toEqual([open, sameRoom])
  expect(photosBeside(photos, open, true)).toEqual([open, sameRoom, otherBlade])
})

it('shows a drone photo with the drone photos of its blade and year, in the order of their names', () => {
  const [first, second] = [photo('A', null, 2026, 'drone'), photo('A', null, 2026, 'drone')]
  const photos = [
    second,
    photo('B', null, 2026, 'drone'),
    photo('A', null, 2025, 'drone'),
    photo('A', null),
    first,
  ]
  expect(photosBeside(photos, first, false)).toEqual([first, second])
})

it('shows a photo alone if the list does not contain it', () => {
  const drone = photo(null, '1')
  expect(photosBeside([photo('A', '1')], drone, false)).toEqual([drone])
  expect(photosBeside([], drone, true)).toEqual([drone])
})

it('opens the next photo after a deletion, otherwise the previous one', () => {
  const [first, second, third] = [photo('A', '1'), photo('A', '1'), photo('A', '1')]
  const photos = [first, second, third]
  expect(photoAfter(photos, second)).toBe(third)
  expect(photoAfter(photos, third)).toBe(second)
  expect(photoAfter([first], first)).toBeUndefined()
})
