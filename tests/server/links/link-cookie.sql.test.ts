import { beforeEach, expect, it } from 'vitest'
import { isOpen } from '#domain/permissions.ts'
import { calls } from '#server/start/app.ts'
import { Client, makeUser } from '../../support/accounts.ts'
import { company, setUpCompany, testApp } from '../../support/app-setup.ts'
import { makeRecords, type Records } from '../calls/call-records.ts'
import { sendExample } from '../calls/send-example.ts'

setUpCompany('file', [], { env: { TRUST_PROXY: '1' }, jobs: 'wait' })

let records: Records
let author: number
beforeEach(async () => {
  author = (await makeUser(testApp, { company_id: company })).id
  records = await makeRecords(testApp, company, author)
})

/** A reader without an account, who sends the cookie of one link with every call. */
class LinkReader extends Client {
  override send(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
    return super.send(method, path, body, { ...headers, Cookie: this.cookie })
  }
}

/** Sends these calls with the cookie of the link `of`. @returns the different results */
async function sendAll(chosen: typeof calls, about: Records, of: Records['link']): Promise<string[]> {
  const results = new Set<string>()
  for (const [index, { method, path }] of chosen.entries()) {
    const { cookie } = path.includes('/reports/:reportId') ? of.ofReport : of
    const client = new LinkReader(testApp.app, '', cookie)
    const { status, error } = await sendExample({ testApp, client, records: about }, method, path, index)
    results.add(`${status} ${error ?? ''}`.trim())
  }
  return [...results]
}

const ofLinks = calls.filter(({ path }) => path.startsWith('/media/links/'))

it('opens the content of its link, and no call that needs a sign-in', async () => {
  const before = await testApp.contents()
  const others = calls.filter(({ action }) => !isOpen(action))
  expect(await sendAll(others, records, records.link)).toEqual(['401 unauthenticated'])
  expect(await sendAll(ofLinks, records, records.link)).toEqual(['200'])
  expect(await testApp.contents()).toEqual(before)
})

it('opens no other link, and nothing once its own has ended', async () => {
  const other = await makeRecords(testApp, company, author)
  expect(await sendAll(ofLinks, other, records.link)).toEqual(['404 link_not_found'])
  const revoked_at = new Date().toISOString()
  for (const { id } of [records.link, records.link.ofReport]) await testApp.edit('link', id, { revoked_at })
  expect(await sendAll(ofLinks, records, records.link)).toEqual(['404 link_not_found'])
})
