import { expect, it } from 'vitest'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import type { InspectionStep } from '#domain/inspections/state.ts'
import TransitionDialog from '#panel/inspections/transition-dialog.tsx'
import { openScreen, viewerOf } from '../panel-screen.tsx'

const INSPECTION = {
  year: 2026,
  revision: 0,
  state: 'open',
  published_version: null,
  photos: 0,
  looked_at: 0,
  possible: { open: 'state', in_review: null, published: null, withdrawn: 'state' },
} as unknown as ViewedInspection

function open(to: InspectionStep, findings: number) {
  openScreen(
    viewerOf(),
    <TransitionDialog
      place={{ turbineId: 4, year: 2026 }}
      to={to}
      inspection={{ ...INSPECTION, findings }}
      words={{ label: () => '', value: () => '' }}
      onClose={() => {}}
    />,
  )
  return document.body.textContent
}

it.each([
  ['published', 1240, true],
  ['published', 1000, false],
  ['in_review', 1240, false],
] as const)('before %s with %i findings, it says that there will be no report: %s', (to, findings, says) => {
  const text = open(to, findings)
  expect(text).toContain('2026 denetimini')
  expect(
    text?.includes(`${findings.toLocaleString('tr')} bulgu var; bir rapor en çok 1.000 bulgu alır.`),
  ).toBe(says)
})
