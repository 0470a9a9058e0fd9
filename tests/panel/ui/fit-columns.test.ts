import { expect, it } from 'vitest'
import { fitColumns } from '#panel/ui/tables/fit-columns.ts'

const COLUMNS = [
  { id: 'name', width: 10, grow: 2 },
  { id: 'place', width: 8, grow: 1, leaves: 2 },
  { id: 'year', width: 4, leaves: 3 },
  { id: 'state', width: 6, leaves: 1 },
  { id: 'actions', width: 2 },
]

it.each([
  [Number.POSITIVE_INFINITY, 'name place year state actions'],
  [30, 'name place year state actions'],
  [29, 'name place state actions'],
  [25, 'name state actions'],
  [17, 'name actions'],
  [3, 'name actions'],
])('in %d rem, the columns that leave first are left out as a whole: %s', (width, ids) => {
  expect(
    fitColumns(COLUMNS, width)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(ids)
})

it('shares the remaining width among the columns that grow', () => {
  const parts = fitColumns(COLUMNS, 60).map(({ id, part }) => [id, Math.round(Number.parseFloat(part) * 0.6)])
  expect(Object.fromEntries(parts)).toEqual({ name: 30, place: 18, year: 4, state: 6, actions: 2 })
})

it('gives the whole width to what stays in a table that is too narrow', () => {
  expect(fitColumns(COLUMNS, 6).map(({ part }) => Math.round(Number.parseFloat(part)))).toEqual([83, 17])
})
