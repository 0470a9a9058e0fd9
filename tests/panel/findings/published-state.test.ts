import { expect, it } from 'vitest'
import { publishedState } from '#panel/findings/section/published-state.ts'
import { answeredFinding } from '../../support/answered-finding.ts'

const published = (year: number, unpublished_changes = 0) => ({
  year,
  published_version: 1,
  unpublished_changes,
})
const running = (year: number) => ({ year, published_version: null, unpublished_changes: 0 })
const finding = (id: number, year: number, severity: 1 | 2 | 3 | 4 | 5 | null) =>
  answeredFinding(id, { year, severity, earlier_id: null, later_id: null, status: 'open' })
const TURBINE = { state: 'B', state_year: 2025 } as const

it('gives no letter to a year of which nothing is published, however bad its findings are', () => {
  const inspections = [running(2026), published(2025)]
  expect(publishedState(TURBINE, inspections, [finding(1, 2026, 5)], 2026)).toBe('not_inspected')
  expect(publishedState(TURBINE, [], [finding(1, 2026, 5)], 2026)).toBe('not_inspected')
})

it('has the state of the turbine for the newest published year, whatever is edited since', () => {
  const inspections = [published(2025, 3)]
  expect(publishedState(TURBINE, inspections, [finding(1, 2025, 5)], 2025)).toBe('B')
})

it('computes an earlier year from the findings of published years only', () => {
  const inspections = [published(2025), published(2024), running(2023)]
  const findings = [finding(1, 2024, 3), finding(2, 2023, 5), finding(3, 2025, 5)]
  expect(publishedState(TURBINE, inspections, findings, 2024)).toBe('C')
  expect(publishedState(TURBINE, inspections, [finding(1, 2024, null)], 2024)).toBe('not_inspected')
})

it('says nothing about an earlier year whose published findings it does not know', () => {
  expect(publishedState(TURBINE, [published(2025), published(2024, 1)], [], 2024)).toBeUndefined()
})
