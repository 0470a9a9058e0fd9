/** Which lines of a file are findings that the turbine has already. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FindingImportResult } from '#domain/findings/finding-import.ts'
import { operator, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readError } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { importTable, listFindings, sendTable, setUpImport } from './import-setup.ts'

setUpImport()

/** What becomes of each line, and its number. */
const linesOf = ({ lines }: FindingImportResult) =>
  lines.map(({ line, becomes, number }) => [line, becomes, number])

/** A line that has every cell. */
const LINE = {
  blade: 'A',
  side: 'LE',
  room: '1',
  type: 'oil',
  severity: '2',
  place: '12',
  length_mm: '1',
  width_mm: '1',
  area_cm2: '1',
  opening_mm: '1',
  diameter_mm: '1',
  depth_mm: '1',
  count: '1',
  text: 'x',
  status: 'open',
  year: '2026',
  found_on: '2026-06-01',
  photo: '',
  own_due_on: '2026-12-01',
  due_reason: 'because',
}
const tableOf = (...lines: Partial<typeof LINE>[]) =>
  [Object.keys(LINE).join(','), ...lines.map((line) => Object.values({ ...LINE, ...line }).join(','))].join(
    '\n',
  )

describe('two findings are different if they differ in', () => {
  it.each<Partial<typeof LINE>>([
    { blade: 'B' },
    { side: 'TE' },
    { room: '2' },
    { type: 'pitting' },
    { severity: '5' },
    { severity: '' },
    { place: '12.001' },
    { place: '12-13' },
    { place: '12; 13' },
    { place: '' },
    ...(
      ['length_mm', 'width_mm', 'area_cm2', 'opening_mm', 'diameter_mm', 'depth_mm', 'count'] as const
    ).flatMap((measure) => [{ [measure]: '2' }, { [measure]: '' }]),
    { text: 'y' },
    { status: 'closed' },
    { year: '2025' },
    { found_on: '2026-06-02' },
    { photo: 'nose.jpg' },
    { own_due_on: '2026-12-02' },
    { due_reason: 'why not' },
  ])('%o', async (other) => {
    if (other.photo)
      await operator.upload(turbine, { 'nose.jpg': await jpeg() }, { blade: 'A', room: '7', year: '2026' })
    await importTable(tableOf({}))
    expect(await importTable(tableOf({}, other))).toMatchObject({ accepted: 1, known: 1 })
    expect(await listFindings()).toHaveLength(2)
  })
})

it('counts equal lines of a file, and adds nothing the second time', async () => {
  const two = tableOf({}, {})
  expect(await importTable(two)).toMatchObject({ accepted: 2, known: 0, refused: [] })
  expect(await importTable(two)).toMatchObject({ accepted: 0, known: 2 })
  const three = await importTable(tableOf({}, {}, {}))
  expect(linesOf(three)).toEqual([
    [2, 'known', 'A-LE-001'],
    [3, 'known', 'A-LE-002'],
    [4, 'new', 'A-LE-003'],
  ])
  expect(await listFindings()).toHaveLength(3)
})

describe('a line with the number of a finding', () => {
  const file = 'number,blade,side,type,severity,place,found_on,status\n'
  const line = 'A-LE-001,A,LE,oil,5,12,2026-06-01,open'
  const changedOf = ({ lines }: FindingImportResult) =>
    lines.map(({ becomes, number, differences, applied }) => ({ becomes, number, differences, applied }))
  const revisionOf = async () => (await listFindings())[0]?.revision ?? 0

  async function repair() {
    await importTable(file + line)
    const [finding] = await listFindings()
    await operator.json('PUT', findingsOf(turbine, `/${finding?.id}`), { status: 'repaired' })
  }

  it('is no new finding after its status has changed, and leaves it as it is', async () => {
    await repair()
    const imported = await importTable(file + line)
    expect(imported).toMatchObject({ accepted: 0, known: 0, changed: 0 })
    expect(changedOf(imported)).toEqual([
      {
        becomes: 'changed',
        number: 'A-LE-001',
        differences: [{ column: 'status', before: 'Onarıldı', after: 'Açık' }],
        applied: false,
      },
    ])
    expect((await listFindings()).map(({ status }) => status)).toEqual(['repaired'])
  })

  it('changes the finding if the call names the line, and adds the others', async () => {
    await repair()
    const csv = `${file}A-LE-001,A,LE,oil,4,12.5,2026-06-01,\n,A,LE,oil,2,13,2026-06-01,open`
    const imported = await importTable(csv, { changes: [{ line: 2, revision: await revisionOf() }] })
    expect(imported).toMatchObject({ accepted: 1, changed: 1 })
    expect(changedOf(imported)[0]).toMatchObject({ becomes: 'changed', applied: true })
    const findings = await listFindings()
    expect(
      findings.map(({ number, severity, from_m, status }) => [number, severity, from_m, status]),
    ).toEqual([
      ['A-LE-001', 4, 12.5, 'repaired'],
      ['A-LE-002', 2, 13, 'open'],
    ])
    expect(await importTable(csv)).toMatchObject({ accepted: 0, known: 2 })
  })

  it('changes and adds nothing if the finding has changed since it was chosen', async () => {
    await repair()
    const before = await testApp.contents()
    const csv = `${file}${line}\n,A,LE,oil,2,13,2026-06-01,open`
    const changes = [{ line: 2, revision: (await revisionOf()) - 1 }]
    expect(await readError(await sendTable(csv, { changes }))).toEqual([409, 'stale_revision'])
    expect(await testApp.contents()).toEqual(before)
  })

  it.each(['a-le-001', 'A-LE-001\u00a0', '\u200bA-LE-001'])('means it also as %o', async (number) => {
    await importTable(file + line)
    const imported = await importTable(file + line.replace('A-LE-001', number).replace('oil,5', 'oil,4'))
    expect(linesOf(imported)).toEqual([[2, 'changed', 'A-LE-001']])
  })

  it('is refused with the rule that its values break', async () => {
    await repair()
    const imported = await importTable(`${file}A-LE-001,A,LE,oil,5,61,2026-06-01,open`)
    expect(imported.lines).toMatchObject([{ becomes: 'refused', remarks: [{ column: 'place' }] }])
  })

  it('is refused on another blade, and if another line has the number', async () => {
    await importTable(file + line)
    const other = line.replace('A,LE', 'B,LE')
    const imported = await importTable(`${file}${line}\n${other}\n${line.replace(',5,', ',4,')}`)
    expect(imported.lines.map(({ becomes, remarks }) => [becomes, remarks[0]?.column])).toEqual([
      ['known', 'type'],
      ['refused', 'number'],
      ['refused', 'number'],
    ])
  })

  it('says nothing in columns that the file does not have', async () => {
    await repair()
    const imported = await importTable('number,blade,side,type\nA-LE-001,A,LE,oil')
    expect(imported).toMatchObject({ accepted: 0, known: 1 })
  })
})

describe('a file without days', () => {
  const year = new Date().getFullYear()
  const table = 'blade,side,type,severity\nA,LE,oil,3\nA,LE,oil,3'
  const withDay = `blade,side,type,severity,found_on\nA,LE,oil,3,\nA,LE,oil,3,${year}-01-02`

  it('adds nothing when it is imported on a later day of the year', async () => {
    for (const day of ['01-02', '01-03'])
      await addFinding(operator, turbine, { type: 'oil', severity: 3, found_on: `${year}-${day}` })
    expect(await importTable(table)).toMatchObject({ accepted: 0, known: 2 })
    expect(await importTable(`${table}\nA,LE,oil,3`)).toMatchObject({ accepted: 1, known: 2 })
  })

  it('adds findings of another year', async () => {
    const [found_on, former] = [`${year - 1}-12-31`, year - 1]
    await addFinding(operator, turbine, { type: 'oil', severity: 3, found_on, year: former })
    expect(await importTable(table)).toMatchObject({ accepted: 2, known: 0 })
    const csv = `blade,side,type,severity,year\nA,LE,oil,3,${former}`
    expect(await importTable(csv)).toMatchObject({ accepted: 0, known: 1 })
  })

  it('leaves the finding of a day to the line that has this day', async () => {
    await addFinding(operator, turbine, { type: 'oil', severity: 3, found_on: `${year}-01-02` })
    expect(linesOf(await importTable(withDay, { dry_run: true }))).toEqual([
      [2, 'new', 'A-LE-002'],
      [3, 'known', 'A-LE-001'],
    ])
  })
})

it('knows a finding that the rules would refuse today', async () => {
  await importTable(tableOf({ place: '50' }))
  const { write } = testApp.services.db
  await write.updateTable('turbine').set({ blade_length: 40 }).where('id', '=', turbine).execute()
  expect(await importTable(tableOf({ place: '50' }))).toMatchObject({ accepted: 0, known: 1 })
  expect(await importTable(tableOf({ place: '51' }))).toMatchObject({
    refused: [{ line: 2, issues: [{ column: 'place' }] }],
  })
})

describe.each(['tr', 'en'])('the file of a former version in %s', (language) => {
  const read = () => readFile(join(import.meta.dirname, `former-exports/findings-${language}.csv`), 'utf8')

  it('is imported as it was written, and adds nothing the second time', async () => {
    const file = await read()
    expect(await importTable(file)).toMatchObject({ accepted: 4, refused: [] })
    const findings = await listFindings()
    expect(findings.map(({ number, severity, text, status }) => [number, severity, text, status])).toEqual([
      ['A-LE-001', null, '', 'open'],
      ['A-LE-003', 3, 'Kaplama yok; "lif" açıkta', 'open'],
      ['B-SS-001', 5, '=1+1', 'monitored'],
      ['C-BOX-001', 1, "İki satır\nve, '-' arasında; son", 'repaired'],
    ])
    expect(findings[1]?.earlier_id).toBe(findings[0]?.id)
    expect(await importTable(file)).toMatchObject({ accepted: 0, known: 4 })
  })

  it('does not say due dates that a person has set, so it adds no finding that has one', async () => {
    await importTable(await read())
    const [, finding] = await listFindings()
    const due = { own_due_on: '2027-01-01', due_reason: 'x' }
    await operator.json('PUT', findingsOf(turbine, `/${finding?.id}`), due)
    expect(await importTable(await read())).toMatchObject({ accepted: 0, known: 4 })
  })
})
