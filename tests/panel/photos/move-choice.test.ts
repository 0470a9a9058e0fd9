import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import {
  changeOf,
  choiceOf,
  groupByPlace,
  lacksRoom,
  MIXED,
  movedBy,
  NONE,
  optionOf,
} from '#panel/photos/moving/move-choice.ts'

const photo = (id: number, fields: Partial<Photo>) =>
  ({ id, category: 'blade', blade: 'A', room: '3', year: 2026, ...fields }) as Photo

it('begins with where the photos are, and says where they differ', () => {
  const one = photo(1, {})
  expect(choiceOf([one])).toEqual({
    category: 'blade',
    blade: 'A',
    room: optionOf('room', '3'),
    year: '2026',
  })
  expect(choiceOf([one, photo(2, { blade: null, year: 2025 })])).toMatchObject({
    category: 'blade',
    blade: MIXED,
    year: MIXED,
  })
  expect(choiceOf([photo(3, { category: 'drone', blade: null, room: null })])).toMatchObject({
    blade: NONE,
    room: NONE,
  })
})

it('asks only for what was chosen, also a room that is called like another choice', () => {
  const before = choiceOf([photo(1, {}), photo(2, { year: 2025 })])
  expect(changeOf(before, before)).toEqual({})
  expect(changeOf(before, { ...before, blade: NONE, room: optionOf('room', 'none'), year: '2024' })).toEqual({
    blade: null,
    room: 'none',
    year: 2024,
  })
  expect(changeOf(before, { ...before, room: optionOf('room', MIXED) })).toEqual({ room: MIXED })
})

it('counts the photos that are not there yet', () => {
  const photos = [photo(1, {}), photo(2, { year: 2025 })]
  expect(movedBy(photos, { year: 2026 }).map(({ id }) => id)).toEqual([2])
  expect(movedBy(photos, {})).toEqual([])
})

it('knows that a photo of a blade needs a room', () => {
  const drone = photo(1, { category: 'drone', room: null })
  expect(lacksRoom([drone], { category: 'blade' })).toBe(true)
  expect(lacksRoom([drone], { category: 'blade', room: '3' })).toBe(false)
  expect(lacksRoom([drone], { category: 'robot' })).toBe(false)
})

it('moves photos back to the place of each', () => {
  const photos = [photo(1, {}), photo(2, { blade: null }), photo(3, {})]
  expect(groupByPlace(photos)).toEqual([
    { place: { category: 'blade', blade: 'A', room: '3', year: 2026 }, ids: [1, 3] },
    { place: { category: 'blade', blade: null, room: '3', year: 2026 }, ids: [2] },
  ])
})
