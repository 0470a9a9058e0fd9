/** Two processes of the server that share one database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, Client, makeCompany, makeTurbine, makeUser, readData, signIn } from '../builders.ts'
import { TestApp } from '../test-app.ts'
import { TestDatabase } from './test-databases.ts'

let stack: AsyncDisposableStack
let one: TestApp
let other: TestApp

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const env = { DATABASE_URL: stack.use(await TestDatabase.make()).url, TRUST_PROXY: '1' }
  one = stack.use(await TestApp.open(env))
  other = stack.use(await TestApp.open(env))
})
afterAll(() => stack.disposeAsync())

/** The same user at the other process, with the token that the first one made. */
const atOther = ({ token, cookie }: Client) => new Client(other.app, token, cookie)

it('accepts the tokens of each other', async () => {
  const client = await signIn(one, await makeUser(one))
  expect((await atOther(client).get('/api/auth/verify')).status).toBe(200)
})

it('refuses a session at once that has ended at the other process', async () => {
  const client = await signIn(one, await makeUser(one))
  expect((await atOther(client).get('/api/auth/verify')).status).toBe(200)
  await client.send('POST', '/api/auth/logout')
  expect((await atOther(client).get('/api/auth/verify')).status).toBe(401)
})

it('shows a change in the list of the other process with the next request', async () => {
  const company = await makeCompany(one)
  const turbine = await makeTurbine(one, { company_id: company, code: 'K-1' })
  const client = await signIn(one, await makeUser(one, { role: 'superadmin' }))
  const codeAtOther = async () => {
    const turbines = await readData<{ id: number; code: string }[]>(
      await atOther(client).get('/api/turbines'),
    )
    return turbines.find(({ id }) => id === turbine)?.code
  }
  expect(await codeAtOther()).toBe('K-1')
  for (const code of ['K-2', 'K-3', 'K-4']) {
    expect(
      (await client.json('PUT', `/api/turbines/${turbine}`, { city: 'izmir', code, location: 'Soma' }))
        .status,
    ).toBe(200)
    expect(await codeAtOther()).toBe(code)
  }
})

it('allows together as many wrong passwords as one process', async () => {
  const account = await makeUser(one)
  const statuses: number[] = []
  for (let n = 0; n < 10; n += 1) statuses.push(await guess(n % 2 === 0 ? one : other, account))
  expect(statuses).toEqual([...Array(8).fill(401), 429, 429])
})

it('allows together as many wrong passwords as one process, sent at the same time', async () => {
  const account = await makeUser(one)
  await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n % 2 === 0 ? one : other, account)))
  expect([await guess(one, account), await guess(other, account)]).toEqual([429, 429])
})

async function guess({ app }: TestApp, { email }: Account): Promise<number> {
  const answer = await new Client(app, '', '').json(
    'POST',
    '/api/auth/login',
    { email, password: 'wrong-password-1' },
    { 'X-Forwarded-For': `10.1.${email.length}.${email.charCodeAt(4)}` },
  )
  return answer.status
}

it('has one leader, and another one after it is gone', async () => {
  const env = { DATABASE_URL: stack.use(await TestDatabase.make()).url }
  const first = await TestApp.open(env)
  const second = stack.use(await TestApp.open(env))
  const leaders = () => Promise.all([first, second].map(({ services }) => services.db.isLeader()))
  expect(await first.services.db.isLeader()).toBe(true)
  expect(await leaders()).toEqual([true, false])
  await first[Symbol.asyncDispose]()
  await expect.poll(() => second.services.db.isLeader()).toBe(true)
})
