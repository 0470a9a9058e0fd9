/** What a reviewer decides reaches the server, in the order of the keys, whatever happens on the way. */
import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FindingReview } from '#domain/inspections/review.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { reviewsQuery } from '#panel/data/reviews.ts'
import { KeptRemarks, remarksName } from '#panel/inspections/decisions/kept-remarks.ts'
import { ReviewOutbox } from '#panel/inspections/decisions/review-outbox.ts'
import { DECISIONS_STAGING, outboxOf } from '#panel/outbox/outboxes.ts'
import { keepValue, readKept } from '#panel/session/kept-values.ts'
import { findStoredWork, forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { endSession, openSession } from '#panel/session/stored-session.ts'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf } from '../panel-screen.tsx'

// Loaded before the mock, because both need the same stores. Modules of other files do not have the mock.
const { stores, stubbedIdb } = await vi.hoisted(() => {
  vi.resetModules()
  return import('../work/stubbed-idb.ts')
})
vi.mock('idb', () => stubbedIdb)
afterAll(() => void vi.resetModules())

const PLACE = { turbineId: 4, year: 2026 }
const OTHER: FindingReview = {
  id: 90,
  finding_id: 31,
  decision: 'returned',
  at: '2026-11-22T10:00:00.000Z',
  user_id: 8,
  user_name: 'Bora Su',
}

interface Sent {
  call: string
  key: string | null
  body: Record<string, unknown>
  ifMatch: string | null
}
/** What the server says. */
let answer: (sent: Sent) => Response
let sent: Sent[]
let userId = 700

const kept = () => Response.json({ success: true, data: [] as FindingReview[] })
const stale = () =>
  Response.json(
    {
      success: false,
      error: 'stale_revision',
      message: '',
      data: { ...answeredFinding(31, { revision: 2 }), review: OTHER },
    },
    { status: 409 },
  )

beforeEach(() => {
  userId += 1
  sent = []
  answer = kept
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const call = `${init.method} ${new URL(url, 'http://kanat.example').pathname}`
    const one = {
      call,
      key: headers.get('Idempotency-Key'),
      ifMatch: headers.get('If-Match'),
      body: JSON.parse(String(init.body)) as Sent['body'],
    }
    sent.push(one)
    return answer(one)
  })
  openSession({ token: 'token', user: callerOf({ id: userId }) })
})
afterEach(async () => {
  await forgetStoredWork(userId)
  for (const store of stores.values()) store.clear()
})

function openTab(): ReviewOutbox {
  const outbox = outboxOf(userId, DECISIONS_STAGING, (user) => new ReviewOutbox(user))
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(
    findingsQuery(4).queryKey,
    [31, 32].map((id) => answeredFinding(id)),
  )
  queryClient.setQueryData(reviewsQuery(PLACE).queryKey, [])
  outbox.panel = { queryClient, tellRefused: vi.fn() }
  return outbox
}

const decide = (id: number, decision: 'accepted' | 'returned' | 'undecided', remark = '') => ({
  do: 'decide' as const,
  ...PLACE,
  findings: [{ id, revision: 1 }],
  decision,
  replaces: [null],
  remark,
})
const keptRemarks = () => readKept(`${userId}/${remarksName(PLACE)}`, KeptRemarks)
const ids = () => sent.map(({ body }) => body.finding_ids)
const storedKeys = () => [...(stores.get('files')?.keys() ?? [])]

const NO_ANSWERS: [string, () => Response][] = [
  [
    'a failure of the server',
    () => Response.json({ success: false, error: 'internal_error', message: '' }, { status: 500 }),
  ],
  ['the page of a proxy', () => new Response('<html>', { status: 502 })],
  ['a portal that answers everything', () => new Response('<html>', { status: 200 })],
  [
    'too many requests',
    () => Response.json({ success: false, error: 'too_many_requests', message: '' }, { status: 429 }),
  ],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
]
it.each(NO_ANSWERS)(
  'keeps decision and remark after %s, and sends them again with the same key',
  async (_, fail) => {
    answer = fail
    keepValue(`${userId}/${remarksName(PLACE)}`, { 31: 'Which size?' })
    const outbox = openTab()
    outbox.take(decide(31, 'returned', 'Which size?'))
    expect(outbox.steps.value).toHaveLength(1)
    await expect.poll(() => outbox.isDisconnected.value).toBe(true)
    expect([outbox.steps.value.length, storedKeys().length]).toEqual([1, 1])
    expect(keptRemarks()).toEqual({ 31: 'Which size?' })
    answer = kept
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => outbox.steps.value).toEqual([])
    expect(outbox.isDisconnected.value).toBe(false)
    expect(sent.length).toBeGreaterThanOrEqual(2)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent.at(-1)?.body).toEqual({
      decision: 'returned',
      finding_ids: [31],
      revisions: [1],
      replaces: [null],
      remark: 'Which size?',
    })
    await expect.poll(keptRemarks).toBeUndefined()
  },
)

it('sends what a closed tab has left in the order of the keys, more than ten', async () => {
  const all = Array.from({ length: 14 }, (_, index) => index + 1)
  for (const order of all) {
    const id = `${userId}/${DECISIONS_STAGING}/other.${order}`
    const target = { ...decide(100 + order, 'accepted'), attempt: `attempt ${order}`, order }
    stores.get('files')?.set(id, { file: new File([], 'decision'), storedAt: Date.now() })
    stores.get('targets')?.set(id, { target, isSending: order === 3, tab: 'other' })
  }
  // The browser lists keys as texts.
  for (const name of ['files', 'targets']) {
    const sorted = [...(stores.get(name) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    stores.set(name, new Map(sorted))
  }
  const outbox = openTab()
  const hide = outbox.show()
  await expect.poll(() => outbox.files.value.length > 0 && outbox.sending.value === null).toBe(true)
  outbox.sendAll()
  await expect.poll(() => outbox.steps.value).toEqual([])
  expect(ids()).toEqual(all.map((order) => [100 + order]))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(14)
  hide()
})

it('shows what another person has decided, keeps the remark, and sends nothing that was done without knowing it', async () => {
  answer = ({ body }) => ((body.finding_ids as number[]).includes(31) ? stale() : kept())
  const outbox = openTab()
  const attempts = [
    outbox.take(decide(31, 'returned', 'A new photo, please.')),
    outbox.take(decide(31, 'undecided')),
  ]
  const last = outbox.take(decide(32, 'accepted'))
  await expect.poll(() => outbox.steps.value).toEqual([])
  expect(ids()).toEqual([[31], [32]])
  expect(attempts.every((attempt) => outbox.refused.value.has(attempt))).toBe(true)
  expect(outbox.refused.value.has(last)).toBe(false)
  expect(outbox.panel?.tellRefused).toHaveBeenCalledTimes(1)
  expect(keptRemarks()).toEqual({ 31: 'A new photo, please.' })
  const { queryClient } = outbox.panel ?? {}
  expect(queryClient?.getQueryData(findingsQuery(4).queryKey)?.find(({ id }) => id === 31)).toMatchObject({
    revision: 2,
  })
})

it('names the revision that the own change of the severity has made, and no other one', async () => {
  answer = ({ call }) =>
    call.startsWith('PUT')
      ? Response.json({
          success: true,
          data: answeredFinding(31, { severity: 5, revision: 7 }),
          unlinked: [],
        })
      : kept()
  const outbox = openTab()
  outbox.take({ do: 'grade', ...PLACE, findings: [{ id: 31, revision: 1 }], severity: 5, remark: '' })
  outbox.take(decide(31, 'accepted'))
  outbox.take(decide(32, 'accepted'))
  await expect.poll(() => outbox.steps.value).toEqual([])
  expect(sent.map(({ call, ifMatch, body }) => [call.split(' ')[0], ifMatch, body.revisions])).toEqual([
    ['PUT', '"1"', undefined],
    ['POST', null, [7]],
    ['POST', null, [1]],
  ])
})

it('waits for its user when the session ends, and asks before signing out', async () => {
  answer = () => Response.json({ success: false, error: 'unauthenticated', message: '' }, { status: 401 })
  const outbox = openTab()
  outbox.take(decide(31, 'accepted'))
  await expect.poll(() => sent.length).toBe(1)
  await expect.poll(() => outbox.sending.value).toBeNull()
  endSession('expired')
  expect(outbox.steps.value).toHaveLength(1)
  expect(await findStoredWork(userId)).toBe('storedChanges')
  answer = kept
  openSession({ token: 'again', user: callerOf({ id: userId }) })
  openTab().sendAll()
  await expect.poll(() => outbox.steps.value).toEqual([])
  expect(sent).toHaveLength(2)
})
