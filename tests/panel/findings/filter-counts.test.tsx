import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { useFindingFilters } from '#panel/findings/section/finding-filters.ts'
import { FindingToolbar } from '#panel/findings/section/finding-toolbar.tsx'
import { filterFindings } from '#panel/findings/section/findings-of-year.ts'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

/** One chain over two years, a left-over finding of 2025, and findings of 2026 in every status. */
const FINDINGS: Finding[] = [
  { year: 2025, severity: 3, later_id: 2 },
  { year: 2026, severity: 4, earlier_id: 1 },
  { year: 2025, severity: 2 },
  { year: 2026, severity: 5, status: 'monitored' },
  { year: 2026, severity: 4, status: 'repaired' },
  { year: 2026, severity: null },
  { year: 2026, severity: 2, status: 'closed' },
].map((fields, index) => answeredFinding(index + 1, fields as Partial<Finding>))

function Toolbar() {
  const filtering = useFindingFilters(FINDINGS, 2026)
  const found = filterFindings(FINDINGS, filtering.filters).length
  return (
    <>
      <FindingToolbar findings={FINDINGS} filtering={filtering} found={found} />
      <output>{found}</output>
    </>
  )
}

const options = (label: string) =>
  [...document.querySelectorAll<HTMLOptionElement>(`select[aria-label="${label}"] option`)]
    .filter(({ value }) => value !== '')
    .map(({ value, textContent }) => `${value}: ${/\((\d+)\)$/.exec(textContent)?.[1]}`)

it('says at every option of a filter how many findings it shows with the other filters', async () => {
  const { router } = openScreen(callerOf(), <Toolbar />)
  // Of 2026: the newest finding of the chain, the left-over one of 2025, the monitored one, and the ungraded one.
  expect(options('Yıl')).toEqual(['2026: 4', '2025: 2'])
  expect(options('Derece')).toEqual(['2: 3', '3: 2', '4: 2', '5: 1'])
  expect(options('Durum')).toEqual(['unsolved: 4', 'open: 3', 'monitored: 1', 'repaired: 1', 'closed: 1'])

  await router.navigate('/?severityMin=4&findingStatus=all')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('3')
  expect(options('Yıl')).toEqual(['2026: 3', '2025: 0'])
  expect(options('Derece')).toEqual(['2: 5', '3: 3', '4: 3', '5: 1'])
  expect(options('Durum')).toEqual(['unsolved: 2', 'open: 1', 'monitored: 1', 'repaired: 1', 'closed: 0'])

  await router.navigate('/?findingYear=2025&sightings=all')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('2')
  expect(options('Derece')).toEqual(['2: 2', '3: 1', '4: 0', '5: 0'])
})
