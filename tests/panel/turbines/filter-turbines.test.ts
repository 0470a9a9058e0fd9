import { expect, it } from 'vitest'
import { filterOptions, passesFilters } from '#panel/turbine-list/filters/filter-turbines.ts'
import { sortTurbines } from '#panel/turbine-list/filters/sort-turbines.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'

const TURBINES = [
  answeredTurbine(1, { city: 'İZMİR', company_id: 7, company_name: 'Şimal', photo_years: [2026, 2024] }),
  answeredTurbine(2, {
    city: 'izmir',
    company_id: 7,
    company_name: 'Şimal',
    status: 'faulty',
    state: 'D',
    new_publication_year: 2026,
  }),
  answeredTurbine(3, {
    city: 'çanakkale',
    company_id: 8,
    company_name: 'Rüzgâr',
    new_photo_count: 4,
    status: 'offline',
    photo_years: [2024],
    newest_photo_at: '2024-05-01T00:00:00.000Z',
  }),
]
const NO_FILTER = {
  city: undefined,
  year: undefined,
  company: undefined,
  state: undefined,
  onlyNew: false,
}
const stateWords = (state: string) => `state ${state}`

it('offers each city, year, company and state once, with its number of turbines, in the order of the language', () => {
  expect(filterOptions(TURBINES, stateWords)).toEqual({
    city: [
      { value: 'çanakkale', label: 'Çanakkale', count: 1 },
      { value: 'izmir', label: 'İzmir', count: 2 },
    ],
    year: [
      { value: '2026', label: '2026', count: 1 },
      { value: '2024', label: '2024', count: 2 },
    ],
    company: [
      { value: '8', label: 'Rüzgâr', count: 1 },
      { value: '7', label: 'Şimal', count: 2 },
    ],
    state: [
      { value: 'D', label: 'state D', count: 1 },
      { value: 'not_inspected', label: 'state not_inspected', count: 2 },
    ],
  })
})

it.each([
  [{}, [1, 2, 3]],
  [{ city: 'izmir' }, [1, 2]],
  [{ year: 2024 }, [1, 3]],
  [{ company: 7 }, [1, 2]],
  [{ state: 'D' as const }, [2]],
  [{ city: 'izmir', year: 2024 }, [1]],
  [{ company: 8, year: 2026 }, []],
  [{ city: 'paris' }, []],
  [{ year: 1999 }, []],
  [{ company: 99 }, []],
  [{ state: 'E' as const }, []],
  [{ onlyNew: true }, [2, 3]],
])('lets turbines through that every filter of %o fits', (filters, ids) => {
  const passing = TURBINES.filter((turbine) => passesFilters(turbine, { ...NO_FILTER, ...filters }))
  expect(passing.map(({ id }) => id)).toEqual(ids)
})

it('sorts turbines that need attention first, and sorts by the newest photo', () => {
  const text = (id: string) => id
  const sorted = (by: 'status' | 'newest', descending: boolean) =>
    sortTurbines(TURBINES, by, descending, text).map(({ id }) => id)
  expect(sorted('status', false)).toEqual([2, 3, 1])
  expect(sorted('newest', true)).toEqual([3, 1, 2])
})
