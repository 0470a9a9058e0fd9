import { describe, expect, it } from 'vitest'
import tr from '#content/errors/tr.json' with { type: 'json' }
import type { TurbineImport, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Client } from '../../support/accounts.ts'
import { clients, foreign, company as own, setUpTeam, testApp } from '../../support/app-setup.ts'
import { makeTurbine, readData, readError } from '../../support/builders.ts'

setUpTeam()

type Sent = Partial<TurbineImport>
const send = (client: Client, csv: string, fields: Sent = {}) =>
  client.json('POST', '/api/turbines/import', { csv, dry_run: false, ...fields })
const importAs = async (client: Client, csv: string, fields: Sent = {}) =>
  readData<TurbineImportResult>(await send(client, csv, fields))
const turbineOf = async (code: string) =>
  (await readData<Turbine[]>(await clients.superadmin.get('/api/turbines'))).find(
    (turbine) => turbine.code === code,
  )
const becomes = ({ lines }: TurbineImportResult) => lines.map((line) => line.becomes)
const audited = async (action: 'turbine.add' | 'turbine.edit') =>
  (
    await testApp.services.db.read
      .selectFrom('audit')
      .select(['record_name', 'changed'])
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).map(({ record_name, changed }) => [record_name, JSON.parse(changed)])

it('adds the turbines of a table that a Turkish spreadsheet has saved', async () => {
  const csv = [
    '\uFEFFTürbin\u00a0kodu;İl;Konum;Saha;Koordinat;Kanat boyu;Üretici;Türbin tipi;Seri no;Göbek yüksekliği [m];Durum',
    'R1;İzmir;Karaburun;Yayla RES;38,42; 27,14;62,5;Alp;R-126;007;98,5;Bakımda',
    'R2;IĞDIR;Tuzluca;;"38° 25,2\' K; 27° 8,4\' D";;;;;112 m;',
  ]
    .join('\r\n')
    .replace('38,42; 27,14', '"38,42; 27,14"')
  const preview = await importAs(clients.admin, csv, { dry_run: true })
  expect(preview).toMatchObject({ accepted: 2, unknown_columns: [], refused: [] })
  expect(await turbineOf('R1')).toBeUndefined()
  expect(await importAs(clients.admin, csv)).toMatchObject({ accepted: 2, changed: 0, known: 0 })
  expect(await turbineOf('R1')).toMatchObject({
    city: 'izmir',
    location: 'Karaburun',
    site_name: 'Yayla RES',
    coordinates: '38.42,27.14',
    rooms: 3,
    blade_length: 62.5,
    manufacturer: 'Alp',
    model: 'R-126',
    serial_number: '007',
    hub_height: 98.5,
    status: 'maintenance',
    company_id: own,
  })
  expect(await turbineOf('R2')).toMatchObject({
    city: 'ığdır',
    coordinates: '38.42,27.14',
    manufacturer: null,
    hub_height: 112,
    status: 'active',
  })
  expect((await audited('turbine.add')).slice(-2)).toEqual([
    ['R1', []],
    ['R2', []],
  ])
})

it('gives every value back: what is downloaded changes nothing, in both languages and for both who may import', async () => {
  const odd = { code: "=T'-7;@", turbine_name: '"Yayla", 7', location: "-1+1; 'x'", city: 'İZMİR-kuzey' }
  const values = { coordinates: '-33.9,-70', rooms: 12, blade_length: 61.237, hub_height: 98.5 }
  await makeTurbine(testApp, { company_id: own, ...odd, ...values, serial_number: '00012' })
  await makeTurbine(testApp, { company_id: own, code: 'twice', manufacturer: 'A' })
  await makeTurbine(testApp, { company_id: own, code: 'twice', manufacturer: 'B' })
  for (const client of [clients.admin, clients.superadmin]) {
    for (const language of ['tr', 'en']) {
      const answer = await client.get('/api/turbines.csv', { 'Accept-Language': language })
      expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const csv = new TextDecoder().decode(bytes)
      expect(csv.split(/[;,\r\n]/).filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([])
      const before = await testApp.contents()
      const result = await importAs(client, csv)
      expect([new Set(becomes(result)), result.ignored_columns]).toEqual([new Set(['known']), []])
      expect(await testApp.contents()).toEqual(before)
    }
  }
})

it('reads cells with marks without width, as those that are copied from a map or a page', async () => {
  const cells = [
    '\u200bM1',
    'izmir',
    'Urla',
    '\u200e38.42, 27.14\u200e',
    '62,5\ufeff',
    '4\u200b',
    'Aktif\u200b',
  ]
  const csv = `Kod;Şehir;Konum;Koordinatlar;Kanat boyu;Oda sayısı;Durum\n${cells.join(';')}`
  expect(await importAs(clients.admin, csv)).toMatchObject({ accepted: 1, refused: [] })
  expect(await turbineOf('M1')).toMatchObject({ coordinates: '38.42,27.14', blade_length: 62.5, rooms: 4 })
})

it('changes what somebody has edited in the downloaded table, and only that', async () => {
  await makeTurbine(testApp, { company_id: own, code: 'E1', city: 'manisa', rooms: 4, serial_number: 'S1' })
  const headers = { 'Accept-Language': 'tr' }
  const whole = await (
    await clients.superadmin.get(`/api/turbines.csv?filter_company_id=${own}`, headers)
  ).text()
  const [head = '', ...lines] = whole.split('\r\n')
  const line = lines.find((each) => each.startsWith('E1;')) ?? ''
  // The spreadsheet adds decimals, and drops the mark at the beginning.
  const edited = [
    head.replace('\uFEFF', ''),
    line.replace('Manisa', 'MANİSA').replace(';4;', ';4,0;').replace(';S1;', ';S1;119,5'),
  ].join('\n')
  const preview = await importAs(clients.superadmin, edited, { dry_run: true })
  expect(preview).toMatchObject({
    changed: 1,
    lines: [
      {
        becomes: 'changed',
        differences: [{ column: 'hub_height', before: '', after: '119,5' }],
        revision: 1,
      },
    ],
  })
  expect(await importAs(clients.superadmin, edited)).toMatchObject({ changed: 1, accepted: 0 })
  expect(await turbineOf('E1')).toMatchObject({ city: 'manisa', rooms: 4, hub_height: 119.5, revision: 2 })
  expect((await audited('turbine.edit')).at(-1)).toEqual(['E1', ['hub_height']])
})

it('fills in what a table with only some columns says, and clears what is empty in them', async () => {
  await makeTurbine(testApp, { company_id: own, code: 'P1', hub_height: 80, blade_length: 50 })
  const csv = `Şirket,Kod,Model,Göbek yüksekliği,Durum\n${'Bora Enerji'},p1,R-100,,`
  expect(await importAs(clients.superadmin, csv)).toMatchObject({ changed: 1 })
  expect(await turbineOf('p1')).toMatchObject({ model: 'R-100', hub_height: null, blade_length: 50 })
})

it('changes only the chosen lines, and none that somebody else has changed since', async () => {
  for (const code of ['C1', 'C2']) await makeTurbine(testApp, { company_id: own, code })
  const csv = 'code,company,model\nC1,Bora Enerji,X\nC2,Bora Enerji,X'
  const chosen = { changes: [{ line: 3, revision: 1 }] }
  expect(await importAs(clients.superadmin, csv, chosen)).toMatchObject({ changed: 1 })
  expect([(await turbineOf('C1'))?.model, (await turbineOf('C2'))?.model]).toEqual([null, 'X'])
  expect(await readError(await send(clients.superadmin, csv.replaceAll('X', 'Y'), chosen))).toEqual([
    409,
    'stale_revision',
  ])
})

describe('a line is left out with its reason', () => {
  it.each<[line: string, column: string, code: keyof typeof tr.issues]>([
    ['K1;;Karaburun;;;;;', 'city', 'required'],
    [';izmir;Karaburun;;;;;', 'code', 'required'],
    ['K1;izmir;Karaburun;;north;;;', 'coordinates', 'invalid_coordinates'],
    ['K1;izmir;Karaburun;;;2,5;;', 'rooms', 'invalid'],
    ['K1;izmir;Karaburun;;;1.000;;', 'rooms', 'ambiguous_number'],
    ['K1;izmir;Karaburun;;;;1.234,5;', 'hub_height', 'ambiguous_number'],
    ['K1;izmir;Karaburun;;;;301;', 'hub_height', 'too_big'],
    ['K1;izmir;Karaburun;;;;;broken', 'status', 'invalid'],
    ['K1;izmir;Karaburun;Lodos Rüzgâr;;;;', 'company', 'company_unknown'],
    ['K1;izmir;Karaburun;Nobody;;;;', 'company', 'company_unknown'],
    ['K1;izmir;Karaburun;;"38,42;27,14;;;', 'coordinates', 'open_quote'],
  ])('%s', async (line, column, code) => {
    const before = await testApp.contents()
    const head = 'Kod;Şehir;Konum;Şirket;Koordinatlar;Oda sayısı;Göbek yüksekliği (m);Durum'
    const { accepted, refused } = await importAs(clients.admin, `${head}\n${line}`)
    expect([accepted, refused.map((each) => [each.line, each.issues[0]?.column])]).toEqual([0, [[2, column]]])
    expect(refused[0]?.issues[0]?.message).toBe(tr.issues[code])
    expect(await testApp.contents()).toEqual(before)
  })

  it('while the others go in', async () => {
    const csv = 'code,city,location\nG1,izmir,Urla\nG2,,Urla\nG3,izmir,Urla\ng1,izmir,Urla'
    const result = await importAs(clients.admin, csv)
    expect(becomes(result)).toEqual(['new', 'refused', 'new', 'refused'])
    expect(result.refused.map(({ issues }) => issues[0]?.message)).toEqual([
      tr.issues.required,
      tr.issues.code_repeated,
    ])
    expect((await turbineOf('G3'))?.company_id).toBe(own)
  })

  it('if it would change a turbine and the caller may only add', async () => {
    await makeTurbine(testApp, { company_id: own, code: 'A1' })
    const { refused } = await importAs(clients.admin, 'code,model\nA1,X')
    expect(refused[0]?.issues[0]?.message).toBe(tr.issues.turbine_differs)
    expect((await turbineOf('A1'))?.model).toBeNull()
  })
})

it('belongs to the company of the call if no line names one, and an admin only to the own', async () => {
  const csv = (code: string) => `code,city,location\n${code},izmir,Urla`
  await importAs(clients.superadmin, csv('F1'), { company_id: foreign })
  expect((await turbineOf('F1'))?.company_id).toBe(foreign)
  expect((await importAs(clients.superadmin, csv('F2'))).refused).toMatchObject([
    { issues: [{ column: 'company' }] },
  ])
  for (const company_id of [foreign, 12345])
    expect(await readError(await send(clients.admin, csv('F3'), { company_id }))).toEqual([403, 'forbidden'])
  expect(await readError(await send(clients.company_manager, csv('F3')))).toEqual([403, 'forbidden'])
})

it('writes once for a key', async () => {
  const csv = 'code,city,location\nI1,izmir,Urla'
  const once = () =>
    clients.admin.json('POST', '/api/turbines/import', { csv, dry_run: false }, { 'Idempotency-Key': 'i1' })
  const [first, second] = [await (await once()).json(), await (await once()).json()]
  expect(second).toEqual(first)
  expect(first).toMatchObject({ data: { accepted: 1, known: 0 } })
})
