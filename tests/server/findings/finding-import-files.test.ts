import { describe, expect, it } from 'vitest'
import tr from '#content/errors/tr.json' with { type: 'json' }
import { operator, company as own, testApp } from '../../support/app-setup.ts'
import { makeTurbine } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { growth } from '../../support/time/growth.ts'
import { importTable, listFindings, sendTable, setUpImport } from './import-setup.ts'

setUpImport()

describe('the delimiter', () => {
  it.each([
    [
      'tabs, as a table copied from a spreadsheet',
      'blade\tside\ttype\tplace\ttext\nA\tLE\toil\t12,5\ta; b, c',
    ],
    ['semicolons', 'blade;side;type;place;text\nA;LE;oil;12,5;"a; b, c"'],
    [
      'commas, with a semicolon in the name of a column',
      'blade,side,type,"a;b",place,text\nA,LE,oil,,12.5,"a; b, c"',
    ],
    ['a first line that names it', 'sep=;\r\nblade;side;type;place;text\r\nA;LE;oil;12,5;"a; b, c"'],
    [
      'a byte order mark and quoted names',
      '\uFEFF"blade";"side";"type";"place";"text"\nA;LE;oil;12,5;"a; b, c"',
    ],
  ])('may be %s', async (_, csv) => {
    expect((await importTable(csv)).refused).toEqual([])
    expect(await listFindings()).toMatchObject([{ from_m: 12.5, text: 'a; b, c' }])
  })

  it('does not join empty cells of a table with tabs', async () => {
    await importTable('blade\tside\ttype\troom\tplace\tcount\nA\tLE\toil\t\t\t3')
    expect(await listFindings()).toMatchObject([{ room: null, from_m: null, count: 3 }])
  })
})

it.each(['\n', '\r\n'])(
  'names the line where a finding begins, although texts before it have several lines, with %o',
  async (end) => {
    const csv = 'sep=,\nblade,side,type,text\nA,LE,oil,"one\ntwo\nthree"\n\nA,XX,oil,"four\nfive"\nB,XX,oil,'
    const { accepted, refused } = await importTable(csv.replaceAll('\n', end))
    expect([accepted, refused.map(({ line }) => line)]).toEqual([1, [7, 9]])
  },
)

it.each([
  ['of a script below a head of Excel', '\r\n', '\n'],
  ['of Excel below a head of a script', '\n', '\r\n'],
  ['of an old Mac below a head of Excel', '\r\n', '\r'],
])('reads each line with line ends %s, also with fewer cells', async (_, first, other) => {
  const lines = Array.from({ length: 9 }, (_, index) => `B,TE,oil${index % 3 ? '' : ',12'}`)
  const csv = `blade,side,type,place,text${first}A,LE,oil,1,one${other}${lines.join(other)}`
  const imported = await importTable(csv, { dry_run: true })
  expect(imported).toMatchObject({ refused: [], unknown_columns: [] })
  expect(imported.lines.map(({ line }) => line)).toEqual(Array.from({ length: 10 }, (_, n) => n + 2))
})

it('takes a text of several lines with as many commas as the table has', async () => {
  const text = 'near the tip\ncrack, peeling, erosion, 3 m'
  expect(await importTable(`blade,side,type,text\nA,LE,oil,"${text}"\nB,LE,oil,`)).toMatchObject({
    accepted: 2,
    refused: [],
  })
  expect((await listFindings())[0]?.text).toBe(text)
})

it('knows a type by the first words of its name', async () => {
  const types = ['boya dökülmesi', 'Delaminasyon', 'Lightning strike', 'OIL']
  await importTable(['blade,side,type', ...types.map((type) => `A,LE,${type}`)].join('\n'))
  expect((await listFindings()).map(({ type }) => type)).toEqual([
    'coating-loss',
    'delamination',
    'lightning-strike',
    'oil',
  ])
})

it('takes quotes inside a text without quotes around it', async () => {
  await importTable('blade,side,type,text\nA,LE,oil,a 2" hose')
  expect(await listFindings()).toMatchObject([{ text: 'a 2" hose' }])
})

it('names the columns that it does not read, and reads the first of two with the same meaning', async () => {
  const { ignored_columns } = await importTable(
    'blade,side,type,Length,Length (mm),Number,Earlier finding,Due on\nA,LE,oil,5,6,A-LE-009,A-LE-001,2026-01-01',
  )
  expect(ignored_columns).toEqual(['Length (mm)', 'Due on'])
  expect(await listFindings()).toMatchObject([{ length_mm: 5 }])
})

it('reads a text that looks like a formula as it was before the download', async () => {
  const source = await makeTurbine(testApp, { company_id: own, code: 'T-7' })
  const texts = ['=1+1', '-', '@home', "'quoted'"]
  for (const [index, text] of texts.entries()) await addFinding(operator, source, { text, from_m: index })
  const file = await (await operator.get(`/api/findings.csv?turbine_id=${source}`)).text()
  await importTable(file)
  expect((await listFindings()).map(({ text }) => text)).toEqual(texts)
  expect(await importTable(file, {}, source)).toMatchObject({ accepted: 0 })
})

describe('a cell that has two meanings is refused', () => {
  it.each([
    ['blade;side;type;length_mm\nA;LE;oil;1.250', 'length_mm'],
    ['blade,side,type,length_mm\nA,LE,oil,"1,250"', 'length_mm'],
    ['blade\tside\ttype\tplace\nA\tLE\toil\t12.345', 'place'],
    ['blade;side;type;found_on\nA;LE;oil;7/8/2026', 'found_on'],
  ])('%o', async (csv, column) => {
    expect((await importTable(csv)).refused).toMatchObject([{ line: 2, issues: [{ column }] }])
  })

  it.each([
    'blade,side,type,place,found_on\nA,LE,oil,21.125,31/8/2026',
    'blade;side;type;place;found_on\nA;LE;oil;21,125;31.08.2026',
  ])('but not %o', async (csv) => {
    expect((await importTable(csv)).refused).toEqual([])
    expect(await listFindings()).toMatchObject([{ from_m: 21.125, found_on: '2026-08-31' }])
  })
})

it('reads a place with many spaces in a time that grows with their number', async () => {
  const read = async (spaces: number) => {
    const { refused } = await importTable(`blade,side,type,place\nA,LE,oil,1${' '.repeat(spaces)}x`)
    expect(refused).toHaveLength(1)
  }
  expect(await growth(read, 20_000)).toBeLessThan(3)
})

/** How often others had their turn during an import: once for each kilobyte that is parsed, and once for each line that becomes a finding. */
async function turnsDuring(csv: string): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await sendTable(csv)
  isOver = true
  return turns
}

describe('a long file is refused before all of it is read', () => {
  const good = 'blade,side,type\n'
  it.each<[string, string, keyof typeof tr.issues]>([
    ['a first line without an end', 'blade,side,type'.padEnd(1_000_000, ','), 'too_many_columns'],
    ['a name of a column without an end', 'blade,side,type'.padEnd(1_000_000, 'x'), 'line_too_long'],
    ['too many columns', `blade,side,type,${'a,'.repeat(98)}b\n${'x\n'.repeat(400_000)}`, 'too_many_columns'],
    ['other columns', `blade,side,${'a,'.repeat(9)}b\n${'x\n'.repeat(400_000)}`, 'missing_columns'],
    ['too many findings', good + 'A,LE,oil\n'.repeat(110_000), 'too_many_findings'],
    ['too many lines', good + '-\n'.repeat(500_000).replaceAll('-', ',,,x'), 'too_many_findings'],
    ['a text without its last quote', `${good}A,LE,"${'x,\n'.repeat(300_000)}`, 'line_too_long'],
  ])('for %s', async (_, csv, code) => {
    const text = csv.slice(0, 600_000)
    const answer = await sendTable(text)
    const sentence = tr.issues[code].replace('{columns}', 'Tür')
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'csv', message: sentence }] })
    expect(await turnsDuring(text)).toBeLessThan(200)
  })
})

describe('other requests are answered in between', () => {
  it('while a line of a hundred kilobytes is parsed', async () => {
    expect(await turnsDuring(','.repeat(100_000))).toBeGreaterThan(50)
  })

  it('at each line: when it is read, checked, added and linked', async () => {
    const days = Array.from({ length: 28 }, (_, index) => String(index + 1).padStart(2, '0'))
    const lines = days.map(
      (day) => `A,LE,oil,A-LE-0${day},A-LE-0${String(Number(day) - 1).padStart(2, '0')},2026-01-${day}`,
    )
    const csv = `blade,side,type,number,earlier,found_on\n${lines.join('\n')}`
    expect(await turnsDuring(csv)).toBeGreaterThanOrEqual(4 * lines.length - 1)
    expect((await listFindings()).filter(({ earlier_id }) => earlier_id !== null)).toHaveLength(
      lines.length - 1,
    )
  })
})
