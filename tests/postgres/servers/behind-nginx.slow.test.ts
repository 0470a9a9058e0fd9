/** Two server processes behind nginx, as `docs/operations.md` describes them. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg, readError } from '../../support/builders.ts'
import { Cluster, ClusterClient, postJson } from '../../support/servers/cluster.ts'
import { hasNginx } from '../../support/servers/nginx.ts'
import { addTurbine, signInAtProcess } from '../../support/servers/server-process.ts'

const title = hasNginx
  ? 'two servers behind nginx'
  : 'two servers behind nginx (skipped: there is no nginx on this machine)'

describe.skipIf(!hasNginx)(title, () => {
  let cluster: Cluster
  let client: ClusterClient
  let turbine: number
  let bytes: Buffer
  const at = (index: 0 | 1) => client.at(cluster.servers[index].origin)

  beforeAll(async () => {
    bytes = await jpeg({ width: 800, height: 600 })
    cluster = await Cluster.start()
    const { origin } = cluster.servers[0]
    turbine = await addTurbine(origin, await signInAtProcess(origin))
    client = await ClusterClient.signIn(cluster.nginx.origin)
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  /** Waits until nginx sends requests to both servers, which it does not do for some seconds after one has failed. */
  async function bothTakePart() {
    for (const index of [0, 1] as const) {
      const answered = async () => {
        await (await client.send('GET', '/api/turbines')).arrayBuffer()
        return cluster.listsAnsweredBy(index)
      }
      await expect.poll(answered, { interval: 50 }).toBeGreaterThan(0)
    }
  }

  it('let a user sign in at one and work at the other', async () => {
    const signedIn = await ClusterClient.signIn(cluster.servers[0].origin)
    const atOther = signedIn.at(cluster.servers[1].origin)
    const answer = await atOther.json('POST', `/api/turbines/${turbine}/comments`, {
      comment: 'Written at the other',
    })
    expect(answer.status).toBe(201)
    const comments = await signedIn.read<{ comment: string }[]>(`/api/turbines/${turbine}/comments`)
    expect(comments.map(({ comment }) => comment)).toContain('Written at the other')
  })

  it('show a change at one in the list of the other with its next request', async () => {
    const id = await addTurbine(cluster.servers[0].origin, await signInAtProcess(cluster.servers[0].origin))
    for (let n = 0; n < 10; n += 1) {
      const [changed, read] = n % 2 === 0 ? [at(0), at(1)] : [at(1), at(0)]
      const code = `T-${n}`
      await changed.json('PUT', `/api/turbines/${id}`, { city: 'izmir', code, location: 'Soma' })
      const list = await read.read<{ id: number; code: string }[]>('/api/turbines')
      expect(list.find((one) => one.id === id)?.code).toBe(code)
    }
  })

  it('refuse a session that has ended at the other one', async () => {
    const signedIn = await ClusterClient.signIn(cluster.servers[0].origin)
    const atOther = signedIn.at(cluster.servers[1].origin)
    expect((await atOther.send('GET', '/api/auth/verify')).status).toBe(200)
    await signedIn.send('POST', '/api/auth/logout')
    expect((await atOther.send('GET', '/api/auth/verify')).status).toBe(401)
  })

  it('count wrong passwords together, also if a client invents addresses', async () => {
    const guess = (n: number) =>
      postJson(
        `${cluster.nginx.origin}/api/auth/login`,
        { email: 'guessed@kanat.example', password: 'wrong-password-1' },
        { 'X-Forwarded-For': `10.0.${n}.1`, 'X-Real-IP': `10.1.${n}.1`, Forwarded: `for=10.2.${n}.1` },
      )
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([...Array(8).fill(401), 429, 429])
  })

  it('hide their metrics, and take bodies of calls up to their own limit', async () => {
    expect((await client.send('GET', '/metrics')).status).toBe(404)
    const large = await client.json('POST', `/api/turbines/${turbine}/comments`, {
      comment: 'x'.repeat(1.5 * 2 ** 20),
    })
    expect(await readError(large)).toEqual([413, 'too_large'])
  })

  it('store photos that arrive at both at the same time, and serve them', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `both-${n}.jpg`)
    const answers = await Promise.all(names.map((name) => client.upload(turbine, name, bytes)))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
    for (const index of [0, 1] as const) {
      const photos = await at(index).photos(turbine)
      expect(photos.map(({ originalName }) => originalName)).toEqual(expect.arrayContaining(names))
      for (const { key } of photos) expect(await hashAt(at(index), key)).toBe(sha256(bytes))
    }
  })

  it('restart one after the other without a failed request', async () => {
    const outcomes: (number | string)[] = []
    let isDone = false
    const repeat = async (request: (n: number) => Promise<Response>) => {
      for (let n = 0; !isDone; n += 1) {
        try {
          const answer = await request(n)
          await answer.arrayBuffer()
          outcomes.push(answer.status)
        } catch (error) {
          outcomes.push(String((error as Error).cause))
        }
      }
    }
    const traffic = [
      repeat(() => client.send('GET', '/api/turbines')),
      repeat(() => client.send('GET', '/')),
      repeat((n) => client.json('POST', `/api/turbines/${turbine}/comments`, { comment: `Comment ${n}` })),
      repeat((n) => client.upload(turbine, `restart-a-${n}.jpg`, bytes)),
      repeat((n) => client.upload(turbine, `restart-b-${n}.jpg`, bytes)),
    ]
    try {
      for (const index of [0, 1] as const) {
        await bothTakePart()
        expect(await cluster.servers[index].end('SIGTERM')).toBe(0)
        await cluster.startAgain(index)
      }
    } finally {
      isDone = true
    }
    await Promise.all(traffic)
    expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== 201)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(20)
  })

  it('lose no acknowledged photo when one of them is killed', async () => {
    await bothTakePart()
    const acknowledged: string[] = []
    let acknowledgedAfterKill = 0
    let isKilled = false
    const upload = async (uploader: number) => {
      for (let n = 0; acknowledgedAfterKill < 4; n += 1) {
        const name = `killed-${uploader}-${n}.jpg`
        const { status } = await client.upload(turbine, name, bytes)
        // A request at the server that is killed fails.
        if (status !== 201) continue
        acknowledged.push(name)
        if (isKilled) acknowledgedAfterKill += 1
        if (acknowledged.length < 5 || isKilled) continue
        isKilled = true
        await cluster.servers[0].end('SIGKILL')
      }
    }
    await Promise.all([0, 1, 2, 3].map(upload))
    await cluster.startAgain(0)
    for (const index of [0, 1] as const) {
      const photos = await at(index).photos(turbine)
      const keys = new Map(photos.map(({ originalName, key }) => [originalName, key]))
      for (const name of acknowledged) {
        expect(await hashAt(at(index), keys.get(name) ?? '')).toBe(sha256(bytes))
      }
    }
  })
})

async function hashAt(client: ClusterClient, key: string): Promise<string> {
  const answer = await client.send('GET', `/media/${key}`)
  return sha256(Buffer.from(await answer.arrayBuffer()))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
