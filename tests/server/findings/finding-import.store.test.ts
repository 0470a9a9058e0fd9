import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import tr from '#content/errors/tr.json' with { type: 'json' }
import type { FindingImport } from '#domain/findings/finding-import.ts'
import { operator, company as own, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readError } from '../../support/builders.ts'
import { importTable, listFindings, sendTable, setUpImport } from './import-setup.ts'

setUpImport()

/** The places of the only finding of a table with this cell. */
const placeOf = async (cell: string, fields: Partial<FindingImport> = {}, id = turbine) => {
  const { refused } = await importTable(`blade;side;type;place\nA;LE;le-erosion;"${cell}"`, fields, id)
  const [finding] = await listFindings(id)
  return finding ? [finding.from_m, finding.to_m, finding.positions_m] : refused[0]?.issues[0]?.column
}

it('adds findings of a Turkish table with semicolons and decimal commas', async () => {
  const result = await importTable(
    [
      'Kanat;Yüzey;Tür;Derece;Kökten uzaklık (m);Uzunluk;Bulunduğu gün;Durum;Açıklama',
      'A;LE;Hücum kenarı erozyonu;3;34,6–37,1;120,5;31.08.2026;İzleniyor;"Kaplama; yok"',
      'B;te;FİRAR KENARI AÇILMASI;Derecelendirilmedi;12;;2026-08-31;;',
      '',
    ].join('\r\n'),
  )
  expect(result).toMatchObject({ accepted: 2, known: 0, refused: [], ignored_columns: [] })
  expect(await listFindings()).toMatchObject([
    {
      number: 'A-LE-001',
      severity: 3,
      from_m: 34.6,
      to_m: 37.1,
      length_mm: 120.5,
      found_on: '2026-08-31',
      year: 2026,
      status: 'monitored',
      text: 'Kaplama; yok',
      due_on: '2027-02-28',
    },
    { number: 'B-TE-001', type: 'te-split', severity: null, from_m: 12, to_m: 12, status: 'open' },
  ])
})

it('lists in a dry run every line that would be refused and why, and adds nothing', async () => {
  const before = await testApp.contents()
  const csv = [
    'blade,side,type,severity,place,photo,turbine,Inspector',
    'A,LE,le-erosion,3,12,,T-7,Ada',
    'D,LE,rust,6,70,missing.jpg,T-8,Ada',
    ',LE,le-erosion,2,70,,,Ada',
    'A,LE,le-erosion,2,70,,,Ada',
  ].join('\n')
  const { accepted, refused, ignored_columns } = await importTable(csv, { dry_run: true })
  expect([accepted, ignored_columns]).toEqual([1, ['Inspector']])
  expect(refused.map(({ line, issues }) => [line, issues.map(({ column }) => column)])).toEqual([
    [3, ['turbine', 'blade', 'type', 'severity', 'photo']],
    [4, ['blade']],
    [5, ['place']],
  ])
  for (const { issues } of refused) for (const { message } of issues) expect(message).not.toBe('')
  expect(await testApp.contents()).toEqual(before)
})

it('adds the valid lines, and leaves the others out', async () => {
  const { accepted, refused } = await importTable('blade,side,type\nA,LE,le-erosion\nA,XX,le-erosion')
  expect([accepted, refused.length, (await listFindings()).length]).toEqual([1, 1, 1])
})

it('finds the photo by its name', async () => {
  await operator.upload(turbine, { 'nose.jpg': await jpeg() }, { blade: 'B', room: '7' })
  await importTable('blade,side,type,photo\nB,SS,oil,nose.jpg')
  expect(await listFindings()).toMatchObject([{ room: '7', thumb_url: expect.stringContaining('nose.jpg') }])
})

describe('a place along the blade', () => {
  it.each([
    ['34.6', [34.6, 34.6, []]],
    ['34,6 m', [34.6, 34.6, []]],
    ['34.6 to 37.1 m', [34.6, 37.1, []]],
    ['34.6 à 37.1 m', [34.6, 37.1, []]],
    ['34,6 - 37,1', [34.6, 37.1, []]],
    ['21.2, 22.2 and 23.0 m', [21.2, 23, [21.2, 22.2, 23]]],
    ['21,2; 22,2 ve 23,0', [21.2, 23, [21.2, 22.2, 23]]],
    ['37.1 to 34.6', 'place'],
    ['near the tip', 'place'],
    ['1.234,5', 'place'],
    ['61', 'place'],
  ])('%s', async (cell, expected) => {
    expect(await placeOf(cell)).toEqual(expected)
  })

  it('is counted from the rotor centre if the file says so', async () => {
    const distances = { distances_from: 'rotor_centre', hub_radius_m: 1.2 } as const
    expect(await placeOf('35.8 to 38.3', distances)).toEqual([34.6, 37.1, []])
    const withoutLength = await makeTurbine(testApp, { company_id: own })
    expect(await placeOf('1.1', distances, withoutLength)).toBe('place')
  })
})

it('reads a table with many empty columns after the last one', async () => {
  const empty = ';'.repeat(250)
  const read = await importTable(`blade;side;type${empty}\nA;LE;oil${empty}`)
  expect(read).toMatchObject({ accepted: 1, refused: [], ignored_columns: [] })
})

it('refuses what is no table of findings', async () => {
  const wrong: [string, Partial<FindingImport>][] = [
    ['', {}],
    ['blade,side\nA,LE', {}],
    ['blade,side,type\nA,LE,oil', { distances_from: 'rotor_centre' }],
    ['blade,side,type\nA,LE,oil\0', {}],
    [`blade,side,type\n${'A,LE,oil\n'.repeat(2001)}`, {}],
  ]
  for (const [csv, fields] of wrong) {
    expect(await readError(await sendTable(csv, fields))).toEqual([400, 'validation_failed'])
  }
  expect(await listFindings()).toEqual([])
})

it('lets others be answered between the lines of a file', async () => {
  const count = 200
  const lines = Array.from({ length: count }, (_, index) => `A;LE;oil;Yer ${index}`)
  for (const dry_run of [true, false]) {
    const imported = importTable(['blade;side;type;text', ...lines].join('\n'), { dry_run })
    let isOver = false
    let turns = 0
    const watched = imported.finally(() => {
      isOver = true
    })
    // Each turn of the event loop is a chance for every other request.
    for (; !isOver; turns += 1) await setImmediate()
    expect((await watched).accepted).toBe(count)
    expect(turns).toBeGreaterThan(count / 2)
  }
})

it('names the column of the photo if the photo shows another blade', async () => {
  await operator.upload(turbine, { 'nose.jpg': await jpeg() }, { blade: 'B', room: '7' })
  expect(await importTable('blade,side,type,photo\nA,SS,oil,nose.jpg')).toMatchObject({
    refused: [{ line: 2, issues: [{ column: 'photo' }] }],
  })
})

describe('a file that is no table of findings', () => {
  it.each([
    ['without a character', '', 'empty_table', ''],
    ['with blank lines only', '\uFEFF\r\n;;;\r\n\r\n', 'empty_table', ''],
    ['without one column', 'blade,side\nA,LE', 'missing_columns', 'Tür'],
    ['without all columns', 'Ad,Soyad\nAda,Su', 'missing_columns', 'Kanat, Yüzey ve Tür'],
  ] as const)('%s is refused with what it lacks', async (_, csv, code, columns) => {
    const answer = await (await sendTable(csv)).json()
    const message = tr.issues[code].replace('{columns}', columns)
    expect(answer).toMatchObject({ issues: [{ path: 'csv', message }] })
  })
})

it('says the wrong value of a cell, and once what is allowed', async () => {
  const csv = [
    'blade;side;type;severity;count;found_on;year;place',
    'A;XX;pas;3;;;;',
    'A;XX;pas;3;;;;',
    'D;LE;oil;9;two;dün;26;70',
  ].join('\n')
  const { refused, allowed } = await importTable(csv, { dry_run: true })
  const said = ({ issues: remarks }: (typeof refused)[number]) =>
    remarks.map(({ column, value }) => [column, value])
  expect(refused.map(said)).toEqual([
    [
      ['side', 'XX'],
      ['type', 'pas'],
    ],
    [
      ['side', 'XX'],
      ['type', 'pas'],
    ],
    [
      ['blade', 'D'],
      ['severity', '9'],
      ['count', 'two'],
      ['found_on', 'dün'],
      ['year', '26'],
    ],
  ])
  expect(allowed.map(({ column }) => column)).toEqual(['side', 'type', 'blade', 'severity'])
  expect(allowed[0]?.values).toEqual(['LE', 'TE', 'PS', 'SS', 'BOX', 'NOSE', 'TAIL'])
  expect(allowed[1]?.values).toContain('Hücum kenarı erozyonu')
  expect(allowed[3]?.values).toEqual(['1', '2', '3', '4', '5', 'Derecelendirilmedi'])
})

it('shows the beginning of a long wrong value only', async () => {
  const { refused } = await importTable(`blade,side,type\nA,LE,${'ş'.repeat(500)}`)
  expect(refused[0]?.issues[0]?.value).toBe(`${'ş'.repeat(60)}…`)
})

describe('the sample file', () => {
  it.each(['ornek-bulgular.csv', 'sample-findings.csv'])('%s can be imported whole', async (name) => {
    const csv = await readFile(join(import.meta.dirname, '../../../public', name), 'utf8')
    expect(await importTable(csv)).toMatchObject({ accepted: 3, refused: [], ignored_columns: [] })
    expect(await importTable(csv)).toMatchObject({ accepted: 0, known: 3 })
  })
})
