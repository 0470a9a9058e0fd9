import { expect, it } from 'vitest'
import { SESSIONS_PER_USER } from '#domain/limits.ts'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file')

const statusOf = async (client: Client) => (await client.get('/api/auth/verify')).status

it('keeps fifty sessions of a user: the oldest one ends, and those of others stay', async () => {
  const [account, other] = [await makeUser(testApp), await makeUser(testApp)]
  const bystander = await signIn(testApp, other)
  const { write } = testApp.services.db
  const clients: Client[] = []
  for (let n = 0; n < SESSIONS_PER_USER + 3; n += 1) {
    clients.push(await signIn(testApp, account))
    // Sessions of one millisecond have no order, so each one gets a second of its own.
    await write
      .updateTable('session')
      .set({ created_at: new Date(Date.now() - (SESSIONS_PER_USER + 10 - n) * 1000).toISOString() })
      .where('user_id', '=', account.id)
      .where('created_at', '>', new Date(Date.now() - 5000).toISOString())
      .execute()
  }
  const statuses = await Promise.all(clients.map(statusOf))
  expect(statuses).toEqual(clients.map((_, n) => (n < 3 ? 401 : 200)))
  expect(await statusOf(bystander)).toBe(200)
})

it('keeps no more than fifty when many are opened at once, also beside sessions of a wrong time', async () => {
  const account = await makeUser(testApp)
  const { write, read } = testApp.services.db
  const created_at = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString()
  for (let n = 0; n < SESSIONS_PER_USER; n += 1) await signIn(testApp, account)
  await write.updateTable('session').set({ created_at }).where('user_id', '=', account.id).execute()
  const clients = await Promise.all(Array.from({ length: 20 }, () => signIn(testApp, account)))
  const left = await read.selectFrom('session').select('id').where('user_id', '=', account.id).execute()
  expect(left).toHaveLength(SESSIONS_PER_USER)
  expect(await statusOf(clients.at(-1) as Client)).toBe(200)
})
