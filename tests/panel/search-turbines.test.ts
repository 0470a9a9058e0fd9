import { expect, it } from 'vitest'
import { type Turbine, TurbineDraft } from '#domain/turbine.ts'
import { makeSearchable, searchTurbines } from '#panel/turbines/search-turbines.ts'

function turbine(id: number, fields: Partial<Turbine>): Turbine {
  return {
    ...TurbineDraft.parse({ city: 'bursa', code: 'X', location: 'X' }),
    id,
    name: '',
    company_id: 1,
    company_name: 'Bora Enerji',
    photo_count: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

const TURBINES = makeSearchable([
  turbine(1, { city: 'ığdır', code: 'IGD-01', location: 'Tuzluca' }),
  turbine(2, { city: 'İzmir', code: 'IZM-02', location: 'Çeşme', turbine_name: 'Alaçatı Lodos' }),
  turbine(3, { city: 'izmir', code: 'IZM-03', location: 'Karaburun' }),
])

it.each([
  ['', [1, 2, 3]],
  ['IĞDIR', [1]],
  ['igdir', [1]],
  ['izmir', [2, 3]],
  ['İZMİR', [2, 3]],
  ['cesme', [2]],
  ['alacati', [2]],
  ['izm 03', [3]],
  ['lodos izmir', [2]],
  ['Bora', []],
])('%j finds %j', (query, ids) => {
  expect(searchTurbines(TURBINES, query).map(({ id }) => id)).toEqual(ids)
})
