import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, SUPERADMIN, signInAtProcess } from '../../support/servers/server-process.ts'

const PER_SECOND = 200
const SECONDS = 3
/** So many addresses that no rate limit is reached. */
const ADDRESSES = 40

let server: ServerProcess
setUpFolder('file')
beforeAll(async () => {
  server = await ServerProcess.start(dir, { TRUST_PROXY: '1' })
})
afterAll(() => server[Symbol.asyncDispose]())

async function signInFrom(address: string, email: string, password: string): Promise<number> {
  const answer = await fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password }),
  })
  await answer.arrayBuffer()
  return answer.status
}

it('answers other requests while 200 wrong passwords a second arrive', async () => {
  const headers = await signInAtProcess(server.origin)
  const { email, password } = SUPERADMIN
  expect(await signInFrom('10.9.0.1', email, password)).toBe(200)

  const wrong: Promise<number>[] = []
  const right: Promise<number>[] = []
  const reads: Promise<number>[] = []
  for (let tick = 0; tick < SECONDS * 10; tick += 1) {
    for (let n = 0; n < PER_SECOND / 10; n += 1) {
      const address = `10.0.0.${wrong.length % ADDRESSES}`
      wrong.push(signInFrom(address, `user-${wrong.length}@nowhere.example`, 'not this one'))
    }
    // Sign-ins from a known place, and one each second from an unknown place.
    right.push(signInFrom('10.9.0.1', email, password))
    if (tick % 10 === 9) right.push(signInFrom(`10.8.0.${tick}`, email, password))
    reads.push(fetch(`${server.origin}/api/turbines`, { headers }).then(({ status }) => status))
    await pause(100)
  }

  expect(new Set(await Promise.all(right))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(reads))).toEqual(new Set([200]))
  const refused = await Promise.all(wrong)
  expect(refused).toHaveLength(PER_SECOND * SECONDS)
  expect(refused.filter((status) => status !== 401 && status !== 429)).toEqual([])
})
