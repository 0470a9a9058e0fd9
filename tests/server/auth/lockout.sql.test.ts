import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rememberPlace } from '#server/core/access/known-places.ts'
import { createApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { type Account, makeUser, makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { readMail } from '../../support/servers/mail-server.ts'
import { deleteAsIn } from '../../support/time/delete-as-in.ts'

const DAY_MS = 24 * 60 * 60 * 1000

setUpApp('file', { env: { TRUST_PROXY: '1' } })

async function signInFrom(
  address: string,
  { email, password }: Pick<Account, 'email' | 'password'>,
  app = testApp.app,
): Promise<number> {
  const answer = await app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}

/** Sends wrong passwords from eight places until the limit of the account for all unknown places is reached. */
async function exhaustAccountLimit({ email }: Account, app = testApp.app): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    const status = await signInFrom(`203.0.113.${n % 8}`, { email, password: 'not this one' }, app)
    expect(status).toBe(401)
  }
  expect(await signInFrom('203.0.113.99', { email, password: 'not this one' }, app)).toBe(429)
}

async function mailedPassword({ email }: Account): Promise<string> {
  await makeVisitor(testApp).json('POST', '/api/auth/password-reset', { email })
  await testApp.services.mailer.close(10_000)
  const outbox = join(testApp.dir, 'outbox')
  const [mail = ''] = (await readdir(outbox)).sort().slice(-1)
  return readMail(await readFile(join(outbox, mail), 'utf8')).password
}

it('allows the owner to sign in from a new place with a mailed password while others guess', async () => {
  const account = await makeUser(testApp)
  await exhaustAccountLimit(account)
  expect(await signInFrom('198.51.100.1', account)).toBe(429)
  const password = await mailedPassword(account)
  expect(await signInFrom('198.51.100.1', { ...account, password: `${password}x` })).toBe(429)
  expect(await signInFrom('198.51.100.1', { ...account, password })).toBe(200)
})

it('allows the owner to sign in with a mailed password after wrong guesses at the same place', async () => {
  const account = await makeUser(testApp)
  const guess = () => signInFrom('198.51.100.2', { ...account, password: 'which one was it' })
  const guesses = []
  for (let n = 0; n < 9; n += 1) guesses.push(await guess())
  expect(guesses.slice(-2)).toEqual([401, 429])
  const password = await mailedPassword(account)
  expect(await signInFrom('198.51.100.2', { ...account, password })).toBe(200)
  expect(await guess()).toBe(401)
})

it('keeps the known places after a restart', async () => {
  const account = await makeUser(testApp)
  expect(await signInFrom('2001:db8:1:2::7', account)).toBe(200)
  const services = await openServices(testApp.services.config, testApp.services.log)
  const restarted = createApp(services)
  await exhaustAccountLimit(account, restarted)
  expect(await signInFrom('198.51.100.3', account, restarted)).toBe(429)
  expect(await signInFrom('2001:db8:1:2::8', account, restarted)).toBe(200)
  await services.db.close()
})

it('does not store the place of a refused sign-in', async () => {
  const account = await makeUser(testApp)
  await signInFrom('198.51.100.4', { ...account, password: 'not this one' })
  expect(await placesOf(account)).toEqual([])
})

it('keeps the last twenty places of a user for thirty days, and none of a deleted user', async () => {
  const { write } = testApp.services.db
  const [frequent, deleted] = [await makeUser(testApp), await makeUser(testApp)]
  const now = Date.now()
  for (let n = 0; n < 25; n += 1) await rememberPlace(write, frequent.id, `10.0.0.${n}`, new Date(now + n))
  await rememberPlace(write, frequent.id, '10.0.0.5', new Date(now + 25))
  await rememberPlace(write, deleted.id, '10.0.0.1', new Date(now))
  expect(await placesOf(frequent)).toHaveLength(20)
  await deleteAsIn(testApp.services, now + 30 * DAY_MS + 25)
  expect(await placesOf(frequent)).toEqual(['10.0.0.5'])

  await rememberPlace(write, deleted.id, '10.0.0.1')
  await write.deleteFrom('user').where('id', '=', deleted.id).execute()
  expect(await placesOf(deleted)).toEqual([])
})

async function placesOf({ id }: Account): Promise<string[]> {
  const query = testApp.services.db.read.selectFrom('known_place').select('place').where('user_id', '=', id)
  return (await query.execute()).map(({ place }) => place)
}
