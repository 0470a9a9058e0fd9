import { expect, it } from 'vitest'
import type { Severity } from '#domain/findings/finding-type.ts'
import { FindingMark } from '#panel/findings/section/finding-mark.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const SEVERITIES: [(Severity | null)[], string][] = [
  [[null, null], 'derecesiz, 2 bulgu'],
  [[null, 3], 'en ağır derece 3, 2 bulgu'],
  [[null], 'A-LE-001, derecesiz, Hücum kenarı erozyonu'],
  [[3], 'A-LE-001, derece 3, Hücum kenarı erozyonu'],
]

it.each(SEVERITIES)(
  'the mark of findings with the severities %o is called "%s"',
  async (severities, name) => {
    const findings = severities.map((severity, index) => answeredFinding(index + 1, { severity }))
    openScreen(
      callerOf(),
      <FindingMark findings={findings} stop="1" isTabStop isOpen={false} onOpen={() => {}} />,
    )
    await expect.poll(() => document.querySelector('button')?.getAttribute('aria-label')).toBe(name)
  },
)
