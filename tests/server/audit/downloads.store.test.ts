import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type Account, type Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { company, foreign, setUpTeam, testApp } from '../../support/app-setup.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { makeRecords, type Records } from '../calls/call-records.ts'

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

const entries = () => testApp.services.db.read.selectFrom('audit').selectAll().execute()
const addressOf = (name: string) => CALL_EXAMPLES[name]?.address?.(records) ?? name.slice(4)

/** Reads the whole answer. */
async function take(sender: Client, address: string, headers = {}): Promise<number> {
  const answer = await sender.get(address, headers)
  await answer.arrayBuffer()
  return answer.status
}

it.each(Object.keys(CALL_EXAMPLES).filter((name) => CALL_EXAMPLES[name]?.isDownload))(
  '%s writes who took what, but not for HEAD, and is answered on a full disk',
  async (name) => {
    await client.send('HEAD', addressOf(name))
    const run = vi.spyOn(testApp.services.transactions, 'run').mockRejectedValue(new ApiError('storage_full'))
    expect(await take(client, addressOf(name))).toBe(200)
    run.mockRestore()
    expect(await entries()).toEqual([])
    expect(await take(client, addressOf(name))).toBe(200)
    const [entry, ...others] = await entries()
    expect(entry).toMatchObject({ user_id: account.id, company_id: company })
    expect(entry?.record_name).toMatch(/\.(csv|zip) \(\d+\)$|\.(csv|geojson|coco\.json|pdf)$|^\d{4}$/)
    expect(others).toEqual([])
  },
)

it('a report read in parts is one download, also if the first byte is never asked for', async () => {
  const address = addressOf('GET /media/turbines/:id/reports/:name')
  for (const [range, count] of [
    ['5-9', 1],
    ['10-19', 1],
    ['-4', 1],
    ['0-9', 2],
    ['10-19', 2],
  ]) {
    expect(await take(client, address, { Range: `bytes=${range}` })).toBe(206)
    expect([range, (await entries()).length]).toEqual([range, count])
  }
})

it('the findings of one company belong to its log, and no caller writes into that of another', async () => {
  const superadmin = await signInAs(testApp, 'superadmin', 999)
  await testApp.services.db.write.deleteFrom('audit').execute()
  await take(superadmin, `/api/findings.csv?company_id=${foreign}`)
  await take(superadmin, `/api/findings.csv?turbine_id=${records.turbine.id}`)
  await take(superadmin, '/api/findings.csv')
  await take(client, `/api/findings.csv?company_id=${foreign}`)
  expect((await entries()).map(({ company_id }) => company_id)).toEqual([foreign, company, 999, company])
})
