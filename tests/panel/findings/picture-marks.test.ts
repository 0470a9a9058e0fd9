import { expect, it } from 'vitest'
import { countMetres } from '#panel/findings/fleet/picture/picture-marks.ts'
import { answeredFinding } from '../../support/answered-finding.ts'

const turbine = (turbine_id: number, places: [from_m: number, to_m: number | null][]) => ({
  turbine_id,
  turbine_name: '',
  turbine_code: `T${turbine_id}`,
  blade_length: 60,
  findings: places.map(([from_m, to_m], index) => answeredFinding(index, { from_m, to_m, severity: 3 })),
})

it('a turbine counts once in each metre, from the root to the very tip', () => {
  const turbines = [
    turbine(1, [
      [0, null],
      [0.5, 1.2],
      [60, null],
    ]),
    turbine(2, [[59.5, 60]]),
  ]
  const [a] = countMetres(turbines, 60)
  const found = a?.flatMap(({ turbines: n }, metre) => (n > 0 ? [[metre, n]] : []))
  expect(found).toEqual([
    [0, 1],
    [1, 1],
    [59, 2],
  ])
})
