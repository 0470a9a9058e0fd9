/** The numbers and links of a file of findings. */
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAs } from '../../support/accounts.ts'
import { operator, company as own, testApp, turbine } from '../../support/app-setup.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { importTable, listFindings, setUpImport } from './import-setup.ts'

setUpImport()

/** Imports lines of leading edges. @returns what becomes of each, with the columns of its remarks */
async function importLines(...lines: string[]) {
  const csv = ['blade,side,type,number,earlier,found_on,place', ...lines].join('\n')
  const preview = await importTable(csv, { dry_run: true })
  const imported = await importTable(csv)
  expect(imported).toEqual(preview)
  return imported.lines.map(({ number, remarks }) => [number, ...remarks.map(({ column }) => column)])
}
/** The numbers of the findings with those that they continue. */
async function links() {
  const findings = await listFindings()
  const numberOf = (id: number | null) => findings.find((finding) => finding.id === id)?.number ?? null
  return findings
    .map(({ number, earlier_id }) => [number, numberOf(earlier_id)])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
}

describe('a number', () => {
  it('is kept if no finding of the turbine has ever had it', async () => {
    const { id } = await addFinding(operator, turbine)
    await addFinding(operator, turbine)
    const admin = await signInAs(testApp, 'superadmin', own)
    await admin.delete(findingsOf(turbine, `/${id}`))
    const imported = await importLines(
      'A,LE,oil,A-LE-007,,2025-01-01',
      'A,LE,oil,A-LE-001,,2025-01-02',
      'A,LE,oil,A-LE-007,,2025-01-03',
      'A,LE,oil,A-LE-004,,2025-01-04',
      'A,TE,oil,17,,2025-01-05',
      'A,TE,oil,A-LE-009,,2025-01-06',
      'A,LE,oil,A-LE-100000,,2025-01-07',
    )
    expect(imported).toEqual([
      ['A-LE-007'],
      ['A-LE-008', 'number'],
      ['A-LE-009', 'number'],
      ['A-LE-004'],
      ['A-TE-001'],
      ['A-TE-002'],
      ['A-LE-010'],
    ])
    expect((await addFinding(operator, turbine)).number).toBe('A-LE-011')
    expect((await addFinding(operator, turbine, { side: 'TE' })).number).toBe('A-TE-003')
  })
})

describe('a link', () => {
  it('leads to the line with this number, in any order of the lines', async () => {
    await importLines(
      'A,LE,oil,A-LE-005,A-LE-004,2026-01-01',
      'A,LE,oil,A-LE-004,A-LE-003,2025-01-01',
      'A,LE,oil,A-LE-003,,2024-01-01',
    )
    expect(await links()).toEqual([
      ['A-LE-003', null],
      ['A-LE-004', 'A-LE-003'],
      ['A-LE-005', 'A-LE-004'],
    ])
  })

  it('leads to a finding that the turbine has already', async () => {
    await addFinding(operator, turbine, { found_on: '2024-01-01', year: 2024 })
    await importLines('A,LE,oil,,A-LE-001,2025-01-01')
    expect(await links()).toContainEqual(['A-LE-002', 'A-LE-001'])
  })

  it('leads to the finding with this number here, also if its line has other values', async () => {
    await addFinding(operator, turbine, { found_on: '2023-01-01', year: 2023 })
    await importLines('A,LE,oil,A-LE-001,,2024-01-01', 'A,LE,oil,A-LE-002,A-LE-001,2025-01-01')
    expect(await links()).toEqual([
      ['A-LE-001', null],
      ['A-LE-002', 'A-LE-001'],
    ])
  })

  it('never leads to a finding of the turbine instead of a refused line with its number', async () => {
    await addFinding(operator, turbine, { found_on: '2023-01-01', year: 2023, severity: 5 })
    const refused = [
      'A,XX,oil,A-LE-001,,2024-01-01',
      'A,LE,oil,A-LE-001,,1970-01-01',
      `A,LE,${'x'.repeat(900)},A-LE-001,,2024-01-01`,
      'A,LE,oil,A-LE-001,,2024-01-01,99',
    ]
    for (const [index, line] of refused.entries()) {
      const number = `A-LE-01${index}`
      const imported = await importLines(line, `A,LE,oil,${number},A-LE-001,2025-01-0${index + 1}`)
      expect(imported).toContainEqual([number, 'earlier'])
    }
    expect((await listFindings()).filter(({ earlier_id }) => earlier_id !== null)).toEqual([])
  })

  it('is left out with a remark if it is not possible, and the finding is added', async () => {
    const old = await addFinding(operator, turbine, { found_on: '2023-01-01', year: 2023 })
    await addFinding(operator, turbine, { found_on: '2024-01-01', year: 2024, earlier_id: old.id })
    expect(
      await importLines(
        'A,LE,oil,,A-LE-001,2025-01-01',
        'A,LE,oil,,A-LE-099,2025-01-02',
        'A,LE,oil,,anything,2025-01-03',
        'A,LE,oil,A-LE-050,A-LE-050,2025-01-04',
        'A,LE,oil,,A-LE-002,2020-01-01',
        'A,LE,oil,,A-LE-002,2025-01-05',
        'A,LE,oil,,A-LE-002,2025-01-06',
      ),
    ).toEqual([
      ['A-LE-051', 'earlier'],
      ['A-LE-052', 'earlier'],
      ['A-LE-053', 'earlier'],
      ['A-LE-050', 'earlier'],
      ['A-LE-054', 'earlier'],
      ['A-LE-055'],
      ['A-LE-056', 'earlier'],
    ])
    expect(await links()).toContainEqual(['A-LE-055', 'A-LE-002'])
  })
})

describe('a finding that the turbine has already', () => {
  const remarksOf = async (...lines: string[]) =>
    (await importLines(...lines)).map(([, ...columns]) => columns)
  beforeEach(async () => {
    const first = await addFinding(operator, turbine, { type: 'oil', found_on: '2023-01-01', year: 2023 })
    await addFinding(operator, turbine, { type: 'oil', found_on: '2024-01-01', year: 2024 })
    await addFinding(operator, turbine, {
      type: 'oil',
      found_on: '2025-01-01',
      year: 2025,
      earlier_id: first.id,
    })
  })

  it.each([
    ['another finding of the turbine', 'A-LE-002', []],
    ['no finding', '', []],
    ['an unknown finding', 'A-LE-099', []],
    ['a new finding of the file', 'A-LE-050', ['A,LE,oil,A-LE-050,,2022-01-01']],
    ['a refused line', 'A-LE-001', ['A,XX,oil,A-LE-001,,2023-01-01']],
  ])('keeps its link if the file links it to %s, and the line says so', async (_, earlier, others) => {
    const before = await links()
    const [remarks] = await remarksOf(`A,LE,oil,A-LE-003,${earlier},2025-01-01`, ...others)
    expect(remarks).toEqual(['type', 'earlier'])
    expect(await links()).toEqual(expect.arrayContaining(before))
  })

  it('gets no link from a file if it has none, and the line says so', async () => {
    expect(await remarksOf('A,LE,oil,,A-LE-001,2024-01-01')).toEqual([['type', 'earlier']])
    expect(await links()).toContainEqual(['A-LE-002', null])
  })

  it('gets no such remark if the file has its link, also by the numbers of another place', async () => {
    expect(await remarksOf('A,LE,oil,,A-LE-001,2025-01-01')).toEqual([['type']])
    expect(await remarksOf('A,LE,oil,A-LE-033,A-LE-031,2025-01-01', 'A,LE,oil,A-LE-031,,2023-01-01')).toEqual(
      [['type'], ['type']],
    )
  })

  it('gets no such remark from a file without links', async () => {
    const { lines } = await importTable('blade,side,type,found_on\nA,LE,oil,2025-01-01')
    expect(lines.map(({ becomes, remarks }) => [becomes, remarks.length])).toEqual([['known', 1]])
  })
})
