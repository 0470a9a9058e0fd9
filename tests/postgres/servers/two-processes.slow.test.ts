/** Two processes of the server that share one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PhotoArchive } from '#domain/photo-archive.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { type Account, Client, makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine, readData, readUpload } from '../../support/builders.ts'
import type { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import { UploadInParts } from '../../support/tus-requests.ts'
import { clientAt, openTwoApps } from '../two-apps.ts'

let stack: AsyncDisposableStack
let one: TestApp
let other: TestApp
let bucket: TestBucket

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const env = { TRUST_PROXY: '1', METRICS_TOKEN: 'a-token-of-20-letters' }
  ;({ one, other, bucket } = await openTwoApps(stack, env))
  expect(await one.services.db.isLeader()).toBe(true)
})
afterAll(() => stack.disposeAsync())

/** The same user at the other process. */
const atOther = (client: Client) => clientAt(other, client)

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

it('uses the secret of the configuration, if there is one', async () => {
  const env = { DATABASE_URL: stack.use(await TestDatabase.make()).url, TOKEN_SECRET: 'x'.repeat(32) }
  const client = await signIn(one, await makeUser(one))
  const configured = stack.use(await TestApp.open(env))
  expect(configured.services.tokenSecret).toBe(env.TOKEN_SECRET)
  expect((await new Client(configured.app, client.token, '').get('/api/auth/verify')).status).toBe(401)
})

describe('with files in one bucket', () => {
  it('lets only the leader count the files of the bucket', async () => {
    // The health check asks for one name.
    const lists = () =>
      bucket.requests.filter((request) => request.startsWith('GET ?') && !/max-keys=1(&|$)/.test(request))
        .length
    const before = lists()
    await runMaintenance(other.services)
    expect(lists()).toBe(before)
    await runMaintenance(one.services)
    expect(lists()).toBeGreaterThan(before)
  })

  it('reports the rows in the metrics of the leader only', async () => {
    const read = async (app: TestApp) =>
      (await makeVisitor(app).get('/metrics', { Authorization: 'Bearer a-token-of-20-letters' })).text()
    const names = (text: string) =>
      text.match(/^kanat_(sessions|photos|reports|jobs_waiting|jobs_failed) \d+$/gm)?.length ?? 0
    expect([names(await read(one)), names(await read(other))]).toEqual([5, 0])
  })

  it('downloads a ZIP at any process, wherever it was ordered', async () => {
    const client = await signIn(one, await makeUser(one, { role: 'superadmin' }))
    const turbine = await makeTurbine(one, { company_id: 999 })
    const photos = (await readUpload(await client.upload(turbine, { 'a.jpg': await jpeg() }))).data
    const clients = [client, atOther(client)]
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const body = { ids: photos.map(({ id }) => id) }
      const path = `/api/turbines/${turbine}/photos/archives`
      const order = await clients[n % 2]?.json('POST', path, body)
      const { url, size } = await readData<PhotoArchive>(order as Response)
      const at = clients[Math.floor(n / 2) % 2] as Client
      expect((await at.send('HEAD', url)).headers.get('Content-Length')).toBe(String(size))
      const answer = await at.get(url)
      expect((await answer.arrayBuffer()).byteLength).toBe(size)
      statuses.push(answer.status)
    }
    expect(statuses).toEqual(Array(20).fill(200))
  })

  it('continues an upload in parts at the other process', async () => {
    const client = await signIn(one, await makeUser(one, { role: 'superadmin' }))
    const turbine = await makeTurbine(one, { company_id: 999 })
    const there = atOther(client)
    const bytes = await jpeg()
    const upload = await UploadInParts.begin(client.send.bind(client), turbine, 'large.jpg', bytes.length)
    const rest = new UploadInParts(there.send.bind(there), upload.address)
    expect((await upload.part(bytes.subarray(0, 100), 0)).status).toBe(204)
    expect(await rest.offset()).toEqual({ status: 200, offset: 100 })
    expect((await rest.part(bytes.subarray(100), 100)).status).toBe(204)
    const { data } = await readUpload(await client.get(`/api/turbines/${turbine}/photos`))
    expect((await one.readOriginal(data[0]?.key ?? '')).equals(bytes)).toBe(true)
  })
})
