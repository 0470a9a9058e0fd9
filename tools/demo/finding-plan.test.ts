import { expect, it } from 'vitest'
import { isUnsolved } from '#domain/findings/finding-rules.ts'
import { TURBINES } from './demo-data.ts'
import { type PlannedFinding, planFindings } from './plans/finding-plan.ts'
import { planPhotos } from './plans/photo-plan.ts'

const now = new Date('2026-06-02T12:00:00Z')
const plans = TURBINES.map((turbine, index) => planFindings(turbine, index, planPhotos(turbine, index, now)))
const findings = plans.flat()

/** The worst severity that is left in the newest year. */
const worstOf = (plan: PlannedFinding[]) =>
  Math.max(
    ...plan
      .filter((each) => each.year === 2026 && isUnsolved({ ...each, later_id: null }))
      .map((each) => each.severity ?? 1),
  )

it('is the same every time', () => {
  const [turbine] = TURBINES
  if (!turbine) throw new Error('no turbine')
  expect(planFindings(turbine, 0, planPhotos(turbine, 0, now))).toEqual(plans[0])
})

it('has turbines in every state, and one that nobody has inspected', () => {
  const worst = plans.map((plan) => (plan.length === 0 ? 0 : worstOf(plan)))
  expect(new Set(worst)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  expect(worst.filter((severity) => severity === 0)).toHaveLength(1)
})

it('follows places over four years, and their damages get worse', () => {
  const followed = plans.flatMap((plan) => [
    ...Map.groupBy(
      plan.filter(({ photo }) => photo.isFollowed && photo.motif.camera === 'operator'),
      ({ place }) => place,
    ).values(),
  ])
  expect(followed.length).toBeGreaterThanOrEqual(40)
  for (const history of followed) {
    expect(history.map(({ year }) => year)).toEqual([2023, 2024, 2025, 2026])
    expect(new Set(history.map(({ from_m }) => from_m)).size).toBe(1)
    const severities = history.map(({ severity }) => severity ?? 0)
    expect(severities).toEqual(severities.toSorted())
    expect(severities.at(-1)).toBeGreaterThan(severities[0] ?? 9)
  }
})

it('lies on the blade, with every status, some not graded and some with their own due date', () => {
  for (const { from_m, to_m, photo } of findings) {
    const { blade_length = 0 } = TURBINES.find(({ code }) => code === photo.turbine) ?? {}
    expect(from_m).toBeGreaterThan(0)
    expect(to_m).toBeGreaterThanOrEqual(from_m)
    expect(to_m).toBeLessThanOrEqual(blade_length)
  }
  expect(new Set(findings.map(({ status }) => status))).toEqual(
    new Set(['open', 'monitored', 'repaired', 'closed']),
  )
  expect(findings.some(({ severity }) => severity === null)).toBe(true)
  const own = findings.filter(({ own_due_on }) => own_due_on !== null)
  expect(own.length).toBeGreaterThan(3)
  for (const { due_reason } of own) expect(due_reason).not.toBe('')
})
