import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type Account, type Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { company, foreign, setUpTeam, testApp } from '../../support/app-setup.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { makeRecords, type Records } from '../calls/call-records.ts'

/** What each download is called in the log. */
const NAMES: Record<string, RegExp> = {
  'turbine.download': /^t[uü]rbinler\.csv \(\d+\)$/,
  'finding.download': /\.(csv|geojson|coco\.json)$/,
  'photo.download': /\.zip \(1\)$/,
  'inspection.download': /^\d{4}$/,
  'report.download': /\.pdf$/,
}

let account: Account
let client: Client
let records: Records
setUpTeam({ jobs: 'wait' })
beforeAll(async () => {
  account = await makeUser(testApp, { role: 'viewer', company_id: company })
})
beforeEach(async () => {
  client = await signIn(testApp, account)
  records = await makeRecords(testApp, company, account.id)
  await testApp.services.db.write.deleteFrom('audit').execute()
})

const entries = () =>
  testApp.services.db.read
    .selectFrom('audit')
    .select(['action', 'record_name', 'user_id', 'company_id', 'turbine_id'])
    .orderBy('id')
    .execute()

const downloads = Object.entries(CALL_EXAMPLES)
  .filter(([, { isDownload }]) => isDownload)
  .map(([name, { address }]) => [name, (made: Records) => address?.(made) ?? name.slice(4)] as const)

it.each(downloads)('%s writes who took what of which company', async (_, addressOf) => {
  const answer = await client.get(addressOf(records))
  expect(answer.status).toBe(200)
  const [entry, ...others] = await entries()
  expect(entry).toMatchObject({ user_id: account.id, company_id: company })
  expect(entry?.record_name).toMatch(NAMES[entry?.action ?? ''] ?? /^$/)
  expect(others).toEqual([])
  await answer.arrayBuffer()
})

it.each(downloads)('%s writes nothing for HEAD, and is answered on a full disk', async (_, addressOf) => {
  const head = await client.send('HEAD', addressOf(records))
  expect([head.status, await entries()]).toEqual([200, []])
  const run = vi.spyOn(testApp.services.transactions, 'run').mockRejectedValue(new ApiError('storage_full'))
  const answer = await client.get(addressOf(records))
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true])
  run.mockRestore()
  expect(await entries()).toEqual([])
})

it('a report read in parts is one download, also if the first byte is never asked for', async () => {
  const address = CALL_EXAMPLES['GET /media/turbines/:id/reports/:name']?.address?.(records) ?? ''
  const part = async (range: string) => {
    const answer = await client.get(address, { Range: range })
    expect(answer.status).toBe(206)
    await answer.arrayBuffer()
  }
  await part('bytes=5-9')
  await part('bytes=10-19')
  await part('bytes=-4')
  expect(await entries()).toHaveLength(1)
  await part('bytes=0-9')
  await part('bytes=10-19')
  expect(await entries()).toHaveLength(2)
  const whole = await client.get(address)
  await whole.arrayBuffer()
  const headers = { 'If-None-Match': whole.headers.get('ETag') ?? '' }
  expect((await client.get(address, headers)).status).toBe(304)
  expect(await entries()).toHaveLength(3)
})

it('the findings of one company belong to its log, and no caller writes into that of another', async () => {
  const superadmin = await signInAs(testApp, 'superadmin', 999)
  for (const [sender, query, expected] of [
    [superadmin, `?company_id=${foreign}`, foreign],
    [superadmin, `?turbine_id=${records.turbine.id}`, company],
    [superadmin, '', 999],
    [client, `?company_id=${foreign}`, company],
  ] as const) {
    await testApp.services.db.write.deleteFrom('audit').execute()
    await (await sender.get(`/api/findings.csv${query}`)).text()
    expect(await entries()).toMatchObject([{ action: 'finding.download', company_id: expected }])
  }
})
