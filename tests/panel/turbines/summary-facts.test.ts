import { expect, it } from 'vitest'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Turbine } from '#domain/turbine.ts'
import { summaryFacts } from '#panel/turbine-page/summary/summary-facts.ts'
import { answeredFinding } from '../../support/answered-finding.ts'

const inspection = (year: number, published_version: number | null) =>
  ({ year, published_version, state: 'published' }) as FleetInspection
const facts = (inspections: FleetInspection[], pageYear: number) =>
  summaryFacts({
    turbine: { state: 'D', state_year: 2026 } as Turbine,
    inspections,
    findings: [
      answeredFinding(1, { year: 2025, severity: 4, due_on: '2026-01-10', later_id: 2 }),
      answeredFinding(2, { year: 2026, severity: 4, due_on: '2026-12-12', earlier_id: 1 }),
    ],
    pageYear,
    today: '2026-11-28',
  })

it('a finding that a published inspection continues is due there, also on the page of the year before', () => {
  const both = [inspection(2026, 1), inspection(2025, 1)]
  expect(facts(both, 2026)).toMatchObject({ overdue: 0, nextDue: '2026-12-12' })
  expect(facts(both, 2025)).toMatchObject({ overdue: 0, nextDue: undefined, unsolved: [{ id: 1 }] })
})

it('a finding that only a draft continues is still due', () => {
  const draft = [inspection(2026, null), inspection(2025, 1)]
  expect(facts(draft, 2026)).toMatchObject({ overdue: 1, worst: [{ id: 1, later_id: null }] })
})
