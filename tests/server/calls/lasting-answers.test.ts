/** Browsers keep some answers for a year. After an older backup is restored, an id is given again, so the addresses of these answers name the file. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#server/start/app.ts'
import { makeUser, signIn } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { makeRecords } from './call-records.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await TestApp.open()
})
afterAll(() => testApp[Symbol.asyncDispose]())

it('lets browsers keep only what lies at an address with the key of its file', async () => {
  const account = await makeUser(testApp, { role: 'superadmin' })
  const superadmin = await signIn(testApp, account)
  const records = await makeRecords(testApp, account.company_id, account.id)
  const keys = Object.values(records).flatMap((record) => ('key' in record ? [record.key] : []))
  let sent = 0
  for (const { method, path } of calls) {
    const address = CALL_EXAMPLES[`${method} ${path}`]?.address?.(records) ?? path
    if (method !== 'GET' || address.includes(':')) continue
    const answer = await superadmin.get(address)
    await answer.arrayBuffer()
    const isKept = /max-age|immutable/.test(answer.headers.get('Cache-Control') ?? '')
    expect([address, isKept]).toEqual([address, keys.some((key) => address === `/media/${key}`)])
    sent += 1
  }
  expect(sent).toBeGreaterThan(50)
})
