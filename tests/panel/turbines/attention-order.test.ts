import { expect, it } from 'vitest'
import type { Turbine } from '#domain/turbine.ts'
import { attentionRank } from '#panel/turbine-list/filters/attention-order.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'

function order(turbines: Partial<Turbine>[]): number[] {
  return turbines
    .map((fields, index) => answeredTurbine(index + 1, fields))
    .sort((a, b) => attentionRank(a) - attentionRank(b))
    .map(({ id }) => id)
}

it('puts what must be repaired first, then what is not inspected, then what is only watched', () => {
  const states = ['A', 'B', 'C', 'D', 'E', 'not_inspected'] as const
  expect(order(states.map((state) => ({ state })))).toEqual([5, 4, 3, 6, 2, 1])
})

it('puts more unsolved findings first among turbines of one state, and a faulty turbine first among equal ones', () => {
  const state = 'D'
  expect(
    order([
      { state, unsolved_finding_count: 2 },
      { state, unsolved_finding_count: 2, status: 'faulty' },
      { state, unsolved_finding_count: 30 },
      { state: 'E', unsolved_finding_count: 1 },
      { state: 'E', unsolved_finding_count: 100_000 },
    ]),
  ).toEqual([5, 4, 3, 2, 1])
})
