/** What the import of turbines asks before it writes. */
import { describe, expect, it } from 'vitest'
import tr from '#content/errors/tr.json' with { type: 'json' }
import type { TurbineImport, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import type { Turbine } from '#domain/turbine.ts'
import { admin, setUpCompany, testApp } from '../../support/app-setup.ts'
import { readData, readError } from '../../support/builders.ts'

setUpCompany('test', ['admin'])

type Sent = Partial<TurbineImport>
const send = (csv: string, fields: Sent = {}) =>
  admin.json('POST', '/api/turbines/import', { csv, dry_run: false, ...fields })
const importTable = async (csv: string, fields: Sent = {}) =>
  readData<TurbineImportResult>(await send(csv, fields))
const preview = (csv: string, fields: Sent = {}) => importTable(csv, { ...fields, dry_run: true })
const answers = (columns: Record<string, string | null>) =>
  Object.entries(columns).map(([head, column]) => ({ head, column }))
const listTurbines = async () => readData<Turbine[]>(await admin.get('/api/turbines'))

describe('about a column', () => {
  const csv = 'Kod;Şehir;Konum;Göbek;Not;Boş\nT1;izmir;Urla;98,5;=1;\nT2;izmir;Urla;;iyi;'

  it('with data that is not read, before anything is written', async () => {
    const asked = await preview(csv)
    expect(asked.unknown_columns).toEqual([
      { head: 'Göbek', example: '98,5' },
      { head: 'Not', example: '=1' },
    ])
    expect(asked.free_columns).toContain('hub_height')
    expect(asked.free_columns).not.toContain('code')
    for (const columns of [undefined, [], [{ head: 'Not', column: null }]])
      expect(await readError(await send(csv, columns && { columns }))).toEqual([400, 'columns_unanswered'])
    expect(await listTurbines()).toEqual([])

    const columns = answers({ Göbek: 'hub_height', Not: null })
    expect(await preview(csv, { columns })).toMatchObject({ accepted: 2, unknown_columns: [] })
    await importTable(csv, { columns })
    expect((await listTurbines()).map(({ hub_height }) => hub_height)).toEqual([98.5, null])
  })

  it('that is required and has another head', async () => {
    const own = 'Tesis;Şehir;Konum\nT1;izmir;Urla'
    expect(await preview(own)).toMatchObject({
      lines: [],
      missing_columns: ['code'],
      unknown_columns: [{ head: 'Tesis', example: 'T1' }],
    })
    expect(await importTable(own, { columns: answers({ Tesis: 'code' }) })).toMatchObject({ accepted: 1 })
    expect(await readError(await send(own, { columns: answers({ Tesis: null }) }))).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('without a head, and of several with one head', async () => {
    const { unknown_columns } = await preview('code;city;location;;x;x\nT1;izmir;Urla;a;b;c;d')
    expect(unknown_columns.map(({ head }) => head)).toEqual(['#4', 'x', 'x #6', '#7'])
  })

  it('of several that mean the same and have data', async () => {
    const twice = 'Kod;Code;Şehir;Konum\nT1;U1;izmir;Urla'
    expect((await preview(twice)).unknown_columns.map(({ head }) => head)).toEqual(['Kod', 'Code'])
    await importTable(twice, { columns: answers({ Kod: null, Code: 'code' }) })
    expect((await listTurbines()).map(({ code }) => code)).toEqual(['U1'])
    expect((await preview('Kod;Code;Şehir;Konum\nT1;;izmir;Urla')).unknown_columns).toEqual([])
  })

  it('takes no answer that names a column twice or none that there is', async () => {
    for (const columns of [{ Göbek: 'model', Not: 'model' }, { Göbek: 'nothing' }] as Record<
      string,
      string
    >[])
      expect(await readError(await send(csv, { columns: answers(columns) }))).toEqual([
        400,
        'validation_failed',
      ])
  })

  it('and no separator hides them', async () => {
    expect((await preview('Tesis,İl,Mevki,Puan\nT1,izmir,Urla,3')).unknown_columns).toEqual([
      { head: 'Tesis', example: 'T1' },
      { head: 'Puan', example: '3' },
    ])
    expect((await preview('Tesis,Puan\nT1,3')).unknown_columns).toHaveLength(2)
  })
})

describe('about coordinates', () => {
  const csv = [
    'Kod;Şehir;Konum;Enlem;Boylam',
    'T1;izmir;Urla;27,14;38,42',
    'T2;izmir;Urla;38,42;27,14',
    'T3;izmir;Urla;120,5;40,1',
    'T4;izmir;Urla;0;0',
    'T5;izmir;Urla;27° 8\' 24" D;38,42 K',
  ].join('\n')
  const written = async () => (await listTurbines()).map(({ code, coordinates }) => [code, coordinates])

  it('that look swapped', async () => {
    const asked = await preview(csv)
    expect(asked.swapped_coordinates).toEqual([
      { line: 2, code: 'T1', written: '27.14, 38.42', swapped: '38.42, 27.14' },
      { line: 4, code: 'T3', written: '120.5, 40.1', swapped: '40.1, 120.5' },
    ])
    expect(asked.lines.map(({ becomes }) => becomes)).toEqual(['asked', 'new', 'asked', 'new', 'new'])
    expect(asked.lines[3]?.remarks[0]?.message).toBe(tr.issues.no_coordinates)
    const half = { swaps: [{ line: 2, swap: true }] }
    for (const fields of [{}, half])
      expect(await readError(await send(csv, fields))).toEqual([400, 'coordinates_unanswered'])
    expect(await written()).toEqual([])
    await importTable(csv, { swaps: [...half.swaps, { line: 4, swap: true }] })
    expect(await written()).toEqual([
      ['T1', '38.42,27.14'],
      ['T2', '38.42,27.14'],
      ['T3', '40.1,120.5'],
      ['T4', null],
      ['T5', '38.42,27.14'],
    ])
  })

  it('that are in one column and in two: only if both are one place', async () => {
    const both = (latitude: string) =>
      `code;city;location;coordinates;latitude;longitude\nT1;izmir;Urla;38° 25' 12" N 27° 8' 24" E;${latitude};27,14`
    const { refused } = await preview(both('39,42'))
    expect(refused[0]?.issues.map(({ message }) => message)).toEqual([tr.issues.coordinates_differ])
    await importTable(both('38,4203'))
    expect(await written()).toEqual([['T1', '38.42,27.14']])
  })

  it('that are kept as they are, if there is such a place', async () => {
    const swaps = [2, 4].map((line) => ({ line, swap: false }))
    const { refused } = await importTable(csv, { swaps })
    expect(refused.map(({ line }) => line)).toEqual([4])
    expect((await written())[0]).toEqual(['T1', '27.14,38.42'])
    const file = await (await admin.get('/api/turbines.csv')).text()
    const again = await importTable(file)
    expect(again.lines.map(({ becomes }) => becomes)).toEqual(['known', 'known', 'known', 'known'])
    expect((await preview(file.replace('27.14, 38.42', '27.2, 38.42'))).swapped_coordinates).toHaveLength(1)
  })
})

it('refuses what is no table of turbines, and too many of them', async () => {
  const many = `code,city,location\n${'T,izmir,Urla\n'.repeat(2001)}`
  for (const csv of ['', 'code', 'city,location\nizmir,Urla', many]) {
    const answer = await send(csv)
    expect([csv.length, await readError(answer)]).toEqual(
      csv === 'code' ? [4, [200, undefined]] : [csv.length, [400, 'validation_failed']],
    )
  }
  expect((await testApp.services.db.read.selectFrom('turbine').select('id').execute()).length).toBe(0)
})
