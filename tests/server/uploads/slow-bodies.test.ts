import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { JSON_BODY_TIMEOUT_MS } from '#domain/limits.ts'
import type { Role } from '#domain/permissions.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { company as own, setUpCompany, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, readError } from '../../support/builders.ts'

let foreign: number
let account: Account
let client: Client
let turbine: number

setUpCompany('file', [], { jobs: 'wait' })
beforeAll(async () => {
  await makeUser(testApp, { role: 'superadmin' })
  foreign = await makeCompany(testApp)
})
beforeEach(async () => {
  account = await makeUser(testApp, { role: 'admin', company_id: own })
  client = await signIn(testApp, account)
  turbine = await makeTurbine(testApp, { company_id: own })
})
afterEach(() => vi.useRealTimers())

/** Begins a request with a delayed body. @returns the answer and a function that sends the body */
function hold(method: string, path: string, body: BodyInit) {
  const request = new Request(`http://localhost${path}`, { method, body })
  const type = typeof body === 'string' ? 'application/json' : (request.headers.get('Content-Type') ?? '')
  const unblock = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reached.resolve()
        await unblock.promise
        controller.enqueue(new Uint8Array(await request.arrayBuffer()))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const answer = Promise.resolve(
    testApp.app.request(path, {
      method,
      body: stream,
      headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': type },
      duplex: 'half',
    } as RequestInit),
  )
  // When the app begins to read the body, all checks before it have passed.
  return { answer, reached: reached.promise, unblock: unblock.resolve }
}

/** Edits a user while a change of the other user is on its way. The change is refused, and stores nothing. */
async function expectRefusal(victim: number, edited: number, change: UserEdit, error: [number, string]) {
  const { answer, reached, unblock } = hold('PUT', `/api/users/${victim}`, '{"email":"evil@kanat.example"}')
  await reached
  await testApp.edit('user', edited, change)
  const before = await testApp.contents()
  unblock()
  expect(await readError(await answer)).toEqual(error)
  expect(await testApp.contents()).toEqual(before)
}
type UserEdit = { is_active?: 0 | 1; role?: Role; company_id?: number }

describe('a body that comes late', () => {
  it('is refused if the viewer was deactivated or lost the role meanwhile', async () => {
    const victim = await makeUser(testApp, { company_id: own })
    await expectRefusal(victim.id, account.id, { is_active: 0 }, [401, 'unauthenticated'])
    await testApp.edit('user', account.id, { is_active: 1 })
    await expectRefusal(victim.id, account.id, { role: 'viewer' }, [403, 'forbidden'])
  })

  it('is refused if the user got a higher role or another company meanwhile', async () => {
    const [raised, moved] = [
      await makeUser(testApp, { company_id: own }),
      await makeUser(testApp, { company_id: own }),
    ]
    await expectRefusal(raised.id, raised.id, { role: 'superadmin' }, [403, 'forbidden'])
    await expectRefusal(moved.id, moved.id, { company_id: foreign }, [404, 'user_not_found'])
  })

  it('is refused if the turbine got another company meanwhile', async () => {
    const report = new FormData()
    report.set('year', '2026')
    report.append('reports', new Blob(['%PDF-1.7\n%%EOF\n']), 'a.pdf')
    for (const [path, body] of [
      ['comments', '{"comment":"x"}'],
      ['reports', report],
    ] as const) {
      const id = await makeTurbine(testApp, { company_id: own })
      const { answer, reached, unblock } = hold('POST', `/api/turbines/${id}/${path}`, body)
      await reached
      await testApp.edit('turbine', id, { company_id: foreign })
      const before = await testApp.contents()
      unblock()
      expect([path, ...(await readError(await answer))]).toEqual([path, 404, 'turbine_not_found'])
      expect(await testApp.contents()).toEqual(before)
    }
  })

  it('is refused if the hour for editing the comment has ended meanwhile', async () => {
    const written = await client.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'x' })
    const { data } = (await written.json()) as { data: { id: number } }
    const path = `/api/turbines/${turbine}/comments/${data.id}`
    const { answer, reached, unblock } = hold('PUT', path, '{"comment":"y"}')
    await reached
    await testApp.edit('comment', data.id, {
      created_at: new Date(Date.now() - 61 * 60 * 1000).toISOString(),
    })
    unblock()
    expect(await readError(await answer)).toEqual([403, 'forbidden'])
  })

  it('is refused after half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { answer, reached } = hold('POST', `/api/turbines/${turbine}/comments`, '{"comment":"x"}')
    await reached
    await vi.advanceTimersByTimeAsync(JSON_BODY_TIMEOUT_MS)
    expect(await readError(await answer)).toEqual([408, 'request_timeout'])
  })
})
