import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingReview } from '#domain/inspections/review.ts'
import {
  afterGrading,
  gradedAfter,
  inOrder,
  reviewsAfter,
  type WaitingStep,
} from '#panel/inspections/decisions/waiting-steps.ts'

const ME = { user_id: 7, user_name: 'Ada Yel' }
const step = (order: number, id: number, more: object) =>
  ({
    attempt: `attempt ${order}`,
    order,
    turbineId: 4,
    year: 2026,
    findings: [{ id, revision: 3 }],
    remark: '',
    do: 'decide',
    ...more,
  }) as WaitingStep
const returned = { id: 90, finding_id: 1, decision: 'returned', at: 'then', user_id: 8, user_name: 'Bora Su' }

it('shows what waits on top of what the server has', () => {
  const steps = [
    step(1, 1, { decision: 'accepted' }),
    step(2, 2, { decision: 'returned' }),
    step(3, 2, { decision: 'undecided' }),
    step(4, 3, { decision: 'accepted' }),
    step(5, 3, { do: 'grade', severity: 5 }),
  ]
  expect([...reviewsAfter([returned as FindingReview], steps, ME)]).toEqual([
    [1, { id: null, finding_id: 1, decision: 'accepted', at: null, ...ME }],
  ])
  const findings = [1, 3].map((id) => ({ id, severity: 2 }) as Finding)
  expect(gradedAfter(findings, steps).map(({ severity }) => severity)).toEqual([2, 5])
})

it('orders steps by their keys, each once, and leaves out what it does not understand', () => {
  const steps = [10, 2, 1, 11, 2].map((order) => step(order, order, { decision: 'accepted' }))
  expect(inOrder([...steps, { do: 'decide' }, null]).map(({ order }) => order)).toEqual([1, 2, 10, 11])
})

it('follows a change of the severity only where it was known', () => {
  const before = { id: 1, revision: 3 }
  expect(afterGrading(step(2, 1, { decision: 'accepted' }), before, 4)?.findings).toEqual([
    { id: 1, revision: 4 },
  ])
  expect(afterGrading(step(2, 2, { decision: 'accepted' }), before, 4)).toBeUndefined()
  const later = step(2, 1, { decision: 'accepted', findings: [{ id: 1, revision: 5 }] })
  expect(afterGrading(later, before, 4)).toBeUndefined()
})
