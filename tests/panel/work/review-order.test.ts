import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingReview } from '#domain/inspections/review.ts'
import { earlierOf, minutesLeft, nextUndecided } from '#panel/inspections/review/review-order.ts'

const finding = (id: number, earlier_id: number | null = null) => ({ id, earlier_id }) as Finding
const FOUR = [1, 2, 3, 4].map((id) => finding(id))
const decided = (...ids: number[]) => new Map(ids.map((id) => [id, { finding_id: id } as FindingReview]))

it('goes on after the finding, then from the beginning, and ends when all are decided', () => {
  expect(nextUndecided(FOUR, decided(), undefined)?.id).toBe(1)
  expect(nextUndecided(FOUR, decided(2), 2)?.id).toBe(3)
  expect(nextUndecided(FOUR, decided(2, 3, 4), 4)?.id).toBe(1)
  expect(nextUndecided(FOUR, decided(1, 2, 3, 4), 4)).toBeUndefined()
})

it('says six seconds each at first, then the own pace of the reviewer, and at least one minute', () => {
  expect(minutesLeft(200, { decisions: 2, tookMs: 200_000 })).toBe(20)
  expect(minutesLeft(58, { decisions: 142, tookMs: 142 * 6200 })).toBe(6)
  expect(minutesLeft(1, { decisions: 10, tookMs: 10_000 })).toBe(1)
})

it('finds the findings of earlier years, the newest first, also where a circle was stored', () => {
  const chain = [finding(3, 2), finding(2, 1), finding(1)]
  expect(earlierOf(chain, finding(3, 2)).map(({ id }) => id)).toEqual([2, 1])
  const circle = [finding(1, 2), finding(2, 1)]
  expect(earlierOf(circle, finding(1, 2)).map(({ id }) => id)).toEqual([2, 1])
})
