import { expect, it } from 'vitest'
import { makeSearchable, searchTurbines } from '#panel/turbine-list/filters/search-turbines.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'

const TURBINES = makeSearchable([
  answeredTurbine(1, { city: 'ığdır', code: 'IGD-01', location: 'Tuzluca' }),
  answeredTurbine(2, { city: 'İzmir', code: 'IZM-02', location: 'Çeşme', turbine_name: 'Alaçatı Lodos' }),
  answeredTurbine(3, { city: 'izmir', code: 'IZM-03', location: 'Karaburun' }),
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
