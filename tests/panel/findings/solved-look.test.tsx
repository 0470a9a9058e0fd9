import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { HistoryBlock } from '#panel/findings/detail/history-block.tsx'
import { newValues } from '#panel/findings/finding-values.ts'
import { EarlierChoice } from '#panel/findings/marks/earlier-choice.tsx'
import { useFindingNotes } from '#panel/findings/use-finding-notes.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const PHOTO = 5
const finding = (id: number, fields: Partial<Finding>) =>
  answeredFinding(id, { photo_id: PHOTO, severity: 3, ...fields })

function Tile({ findings }: { findings: Finding[] }) {
  const note = useFindingNotes(findings).get(PHOTO)
  return <figure aria-label={note?.label}>{note?.mark}</figure>
}

it.each([
  ['a repaired finding', [{ status: 'repaired' }], '1 bulgu, açık olan yok', true],
  [
    'an open finding that a later year continues',
    [{ later_id: 9 }],
    '1 bulgu, en yükseği derece 3: Orta',
    false,
  ],
  [
    'a monitored finding that a later year continues, beside a worse repaired one',
    [
      { status: 'monitored', later_id: 9, severity: 2 },
      { status: 'repaired', severity: 5 },
    ],
    '2 bulgu, en yükseği derece 2: Hafif',
    false,
  ],
  [
    'findings that are all closed or repaired',
    [
      { status: 'closed', severity: 2 },
      { status: 'repaired', later_id: 9, severity: 4 },
    ],
    '2 bulgu, açık olan yok',
    true,
  ],
] as const)('the tile of a photo shows %s as it is', (_, fields, label, looksSolved) => {
  const findings = fields.map((each, index) => finding(index + 1, each))
  openScreen(callerOf(), <Tile findings={findings} />)
  const tile = document.querySelector('figure')
  expect(tile?.getAttribute('aria-label')).toBe(label)
  expect(tile?.querySelector('svg') !== null).toBe(looksSolved)
  expect(tile?.querySelector('.border-2') !== null).toBe(looksSolved)
})

const marks = () =>
  [...document.querySelectorAll('[role="img"][title]')].map((mark) => mark.getAttribute('aria-label'))

it('the history of a damage shows its solved findings hollow with a tick, in the table and in the plot', () => {
  const history = [
    finding(1, { year: 2024, found_on: '2024-09-01', severity: 4, status: 'repaired', later_id: 2 }),
    finding(2, { year: 2026, severity: 2, earlier_id: 1 }),
  ]
  openScreen(callerOf(), <HistoryBlock history={history} openId={2} onOpen={() => {}} />)
  expect(marks()).toEqual(['Derece 4: Ağır, çözüldü', 'Derece 2: Hafif'])
  const drawn = [...document.querySelectorAll('svg[role="img"] g:has(rect)')].map((each) => ({
    year: each.lastElementChild?.textContent,
    isHollow: each.querySelector('rect.fill-surface') !== null,
    hasTick: each.querySelector('path') !== null,
  }))
  expect(drawn).toEqual([
    { year: '2024', isHollow: true, hasTick: true },
    { year: '2026', isHollow: false, hasTick: false },
  ])
})

it('a solved finding that a new one may continue looks solved', () => {
  const earlier = finding(1, { year: 2024, severity: 4, status: 'repaired' })
  const values = { ...newValues({ blade: 'A', room: null }), earlierId: 1 }
  const photo = { id: PHOTO, year: 2026 } as Parameters<typeof EarlierChoice>[0]['photo']
  const screen = (
    <EarlierChoice
      findings={[earlier]}
      finding={undefined}
      photo={photo}
      values={values}
      onChange={() => {}}
    />
  )
  openScreen(callerOf(), screen)
  expect(marks()).toEqual(['Derece 4: Ağır, çözüldü'])
})
