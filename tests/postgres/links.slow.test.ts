import { expect, it } from 'vitest'
import { makeRecords } from '../server/calls/call-records.ts'
import { makeUser, makeVisitor, signIn } from '../support/accounts.ts'
import { makeCompany } from '../support/builders.ts'
import { openTwoApps } from './two-apps.ts'

it('ends a link with the next request on the other process, too', async () => {
  await using stack = new AsyncDisposableStack()
  const { one, other } = await openTwoApps(stack, {}, 'wait')
  const company = await makeCompany(one)
  const author = await makeUser(one, { role: 'superadmin' })
  const superadmin = await signIn(one, author)
  const { link } = await makeRecords(one, company, author.id)
  const read = async ({ id, cookie }: { id: number; cookie: string }) =>
    (await makeVisitor(other).get(`/media/links/${id}`, { Cookie: cookie })).status
  expect([await read(link), await read(link.ofReport)]).toEqual([200, 200])
  await superadmin.delete(`/api/links/${link.id}`)
  expect([await read(link), await read(link.ofReport)]).toEqual([404, 200])
  await superadmin.json('PUT', `/api/companies/${company}`, { links_allowed: false })
  expect(await read(link.ofReport)).toBe(404)
})
