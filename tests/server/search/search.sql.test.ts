import { beforeAll, expect, it } from 'vitest'
import { EXCERPT_MAX_LENGTH, FOUND_MAX, type Found } from '#domain/search/found.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import {
  admin,
  customer,
  operator,
  company as own,
  setUpCompany,
  superadmin,
  testApp,
  viewer,
} from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { publishWithoutReports } from '../../support/publish-inspection.ts'

let turbine: number
let foreign: Client
setUpCompany('file', ['superadmin', 'admin', 'operator', 'customer', 'viewer'])
beforeAll(async () => {
  turbine = await makeTurbine(testApp, { company_id: own, code: 'T01', turbine_name: 'Iğdır Şahin' })
  const other = await makeTurbine(testApp, { company_id: own, code: 'T02', turbine_name: 'Çeşme' })
  const company = await makeCompany(testApp, 'Lodos')
  foreign = await signInAs(testApp, 'operator', company)
  const crack = { type: 'crack-transverse', blade: 'B', side: 'PS', year: 2025, found_on: '2025-05-01' }
  await addFinding(operator, turbine, {
    ...crack,
    severity: 3,
    text: 'Iğneler ŞİDDETLİ yağmurda %50 ıslanmış',
  })
  await addFinding(operator, other, { ...crack, severity: 5, text: 'a_b [x]' })
  await publishWithoutReports(admin, turbine, 2025)
  await publishWithoutReports(admin, other, 2025)
  // Not published.
  await addFinding(operator, turbine, {
    type: 'lightning-strike',
    blade: 'A',
    side: 'LE',
    severity: 4,
    year: 2026,
    found_on: '2026-05-01',
  })
  await operator.upload(turbine, { 'DJI_0412.jpg': await jpeg() }, { year: '2025' })
  await operator.upload(other, { 'DJI_0413.jpg': await jpeg() }, { year: '2026' })
  const say = (client: Client, comment: string, audience: 'all' | 'team') =>
    client.json('POST', `/api/turbines/${turbine}/comments`, { comment, audience })
  await say(operator, `${'x '.repeat(200)}Görüşülecek: İKİNCİ vinç ne zaman?`, 'team')
  await say(operator, 'Ikinci vinç salı günü gelir.', 'all')
  const there = await makeTurbine(testApp, { company_id: company, code: 'T01', turbine_name: 'Iğdır' })
  await addFinding(foreign, there, { ...crack, severity: 5 })
  await foreign.upload(there, { 'DJI_0412.jpg': await jpeg() })
  await foreign.json('POST', `/api/turbines/${there}/comments`, { comment: 'İkinci vinç' })
})

async function search(client: Client, q: string) {
  const { findings, photos, comments } = await readData<Found>(
    await client.get(`/api/search?${new URLSearchParams({ q })}`),
  )
  return {
    findings: findings.map(({ turbine_code, number }) => `${turbine_code} ${number}`),
    photos: photos.map(({ turbine_code, original_name }) => `${turbine_code} ${original_name}`),
    comments: comments.map(({ excerpt }) => excerpt),
  }
}
const findings = async (client: Client, q: string) => (await search(client, q)).findings

it('finds findings by the name of their type in both languages, the worst first, and by their description', async () => {
  for (const text of ['çatlak', 'CATLAK', 'enine çatlak', 'transverse'])
    expect(await findings(operator, text)).toEqual(['T02 B-PS-001', 'T01 B-PS-001'])
  for (const text of ['iğneler', 'IĞNELER', 'siddetli', 'şiddetli yağmur', '%50'])
    expect(await findings(operator, text)).toEqual(['T01 B-PS-001'])
})

it('finds words of the turbine and the year beside a word of the record, but none for those alone', async () => {
  expect(await findings(operator, 'çatlak igdir 2025')).toEqual(['T01 B-PS-001'])
  expect(await findings(operator, 'çatlak 2026')).toEqual([])
  expect(await search(operator, 'cesme')).toEqual({ findings: [], photos: [], comments: [] })
  expect((await search(operator, 'çeşme dji')).photos).toEqual(['T02 DJI_0413.jpg'])
  expect((await search(operator, 'dji_04')).photos).toEqual(['T02 DJI_0413.jpg', 'T01 DJI_0412.jpg'])
})

it('finds codes, also short ones, before other findings', async () => {
  expect(await findings(operator, 'b-ps-1')).toEqual(['T02 B-PS-001', 'T01 B-PS-001'])
  expect(await findings(operator, 'T01 b-ps')).toEqual(['T01 B-PS-001'])
  expect(await findings(operator, 'BP')).toEqual(['T02 B-PS-001', 'T01 B-PS-001'])
  expect(await findings(operator, 'b')).toEqual([])
})

it('reads signs of SQL and of patterns as letters', async () => {
  for (const text of [
    'çatlak zeppelin',
    '%%%',
    "' or 1=1 --",
    '[a-z]',
    '.*',
    'c.tlak',
    '^^^',
    'a\\b',
    'ab]',
    '***',
  ])
    expect(await findings(operator, text), text).toEqual([])
  expect(await findings(operator, 'a_b')).toEqual(['T02 B-PS-001'])
  expect(await findings(operator, '[x]')).toEqual(['T02 B-PS-001'])
  expect(await readError(await operator.get(`/api/search?q=${'a'.repeat(101)}`))).toEqual([
    400,
    'validation_failed',
  ])
})

it('hides from customers and viewers what is not published, and comments of the team', async () => {
  expect(await findings(operator, 'yıldırım')).toEqual(['T01 A-LE-001'])
  const [first = '', second = ''] = (await search(operator, 'ikinci vinç')).comments
  expect(first).toBe('Ikinci vinç salı günü gelir.')
  expect(second).toContain('Görüşülecek: İKİNCİ vinç')
  expect(second.length).toBeLessThanOrEqual(EXCERPT_MAX_LENGTH)
  for (const client of [customer, viewer]) {
    expect(await findings(client, 'yıldırım')).toEqual([])
    expect(await findings(client, 'a-le-001')).toEqual([])
    expect((await search(client, 'ikinci vinç')).comments).toEqual(['Ikinci vinç salı günü gelir.'])
    expect(await findings(client, 'çatlak')).toEqual(['T02 B-PS-001', 'T01 B-PS-001'])
  }
})

it('never finds anything of another company', async () => {
  expect(await search(foreign, 'dji_0412')).toMatchObject({ photos: ['T01 DJI_0412.jpg'] })
  expect(await findings(foreign, 'çatlak')).toEqual(['T01 B-PS-001'])
  expect((await search(foreign, 'vinç')).comments).toEqual(['İkinci vinç'])
  expect((await search(superadmin, 'vinç')).comments).toHaveLength(3)
  expect((await search(superadmin, 'dji_0412')).photos).toHaveLength(2)
})

it('answers a few of each kind', async () => {
  for (let index = 0; index <= FOUND_MAX; index++)
    await operator.json('POST', `/api/turbines/${turbine}/comments`, {
      comment: `Tekrar ${index}`,
      audience: 'all',
    })
  const { comments } = await search(customer, 'tekrar')
  expect(comments).toHaveLength(FOUND_MAX)
  expect(comments[0]).toBe(`Tekrar ${FOUND_MAX}`)
})
