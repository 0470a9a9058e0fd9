import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestError } from '#panel/api/request-error.ts'
import { newValues } from '#panel/findings/finding-values.ts'
import { FindingOutbox, type WaitingFinding } from '#panel/findings/outbox/finding-outbox.ts'
import { KeptWork, markingName } from '#panel/findings/outbox/kept-marks.ts'
import { newKey } from '#panel/findings/outbox/marking-work.ts'
import { FINDINGS_STAGING, outboxOf } from '#panel/outbox/outboxes.ts'
import { readKept } from '#panel/session/kept-values.ts'
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

/** What the server says: no answer, although it has made the finding; a refusal; or the finding. */
let line: 'cut' | 'refusing' | 'open'
let sent: { text: string; key: string | null }[]
/** The findings that the server has made, by their keys. */
let made: Map<string | null, string>
let userId = 500

beforeEach(() => {
  userId += 1
  line = 'open'
  sent = []
  made = new Map()
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    const { text } = JSON.parse(String(init.body)) as { text: string }
    const key = new Headers(init.headers).get('Idempotency-Key')
    sent.push({ text, key })
    if (line === 'refusing')
      return Response.json(
        { success: false, error: 'photo_not_found', message: 'Silinmiş.' },
        { status: 404 },
      )
    made.set(key, text)
    if (line === 'cut') throw new TypeError('Failed to fetch')
    return Response.json({ success: true, data: answeredFinding(30 + made.size, { text }) }, { status: 201 })
  })
  openSession({ token: 'token', user: callerOf({ id: userId }) })
})
afterEach(async () => {
  await forgetStoredWork(userId)
  for (const store of stores.values()) store.clear()
})

function openTab(id = userId): FindingOutbox {
  const outbox = outboxOf(id, FINDINGS_STAGING, (user) => new FindingOutbox(user))
  const say = (error: Error) => (error instanceof RequestError ? error.message : String(error))
  outbox.panel = {
    queryClient: new QueryClient(),
    notify: vi.fn(),
    text: (id) => id,
    tellUnlinked: () => {},
    say,
    tellSaved: vi.fn(),
  }
  return outbox
}

function finding(text: string): WaitingFinding {
  const values = { ...newValues({ blade: 'A', room: '3' }), type: 'impact', side: 'PS' as const, text }
  const common = { photoId: 17, shape: null, past: [], future: [], failure: null }
  return {
    turbineId: 4,
    attempt: `attempt of ${text}`,
    draft: { ...common, key: newKey(), values, status: 'sending' },
  }
}

const storedKeys = () => [...(stores.get('files')?.keys() ?? [])]

it('stores a saved finding until the server has it, and sends it with the same key until then', async () => {
  line = 'cut'
  const outbox = openTab()
  expect(await outbox.save(finding('crack'))).toBe(true)
  await expect.poll(() => outbox.drafts.value).toMatchObject([{ status: 'waiting', turbineId: 4 }])
  expect(storedKeys()).toHaveLength(1)
  line = 'open'
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => outbox.drafts.value).toEqual([])
  expect(sent).toEqual([1, 2].map(() => ({ text: 'crack', key: 'attempt of crack' })))
  expect([...made.values()]).toEqual(['crack'])
  await expect.poll(storedKeys).toEqual([])
})

it('sends what a closed tab has left, with its key', async () => {
  const waiting = finding('left')
  // As another tab has stored it.
  stores
    .get('files')
    ?.set(`${userId}/findings/other.1`, { file: new File([], 'finding'), storedAt: Date.now() })
  stores.get('targets')?.set(`${userId}/findings/other.1`, { target: waiting, isSending: true, tab: 'other' })
  const outbox = openTab()
  const hide = outbox.show()
  await expect.poll(() => sent).toEqual([{ text: 'left', key: 'attempt of left' }])
  await expect.poll(storedKeys).toEqual([])
  hide()
})

it('keeps a finding for its user when the session ends, hides it from others, and sends it after the next sign-in', async () => {
  line = 'cut'
  const outbox = openTab()
  await outbox.save(finding('mine'))
  await expect.poll(() => sent.length).toBe(1)
  endSession('expired')
  await expect.poll(() => outbox.sending.value).toBeNull()
  openSession({ token: 'other', user: callerOf({ id: userId + 100 }) })
  expect(openTab(userId + 100).drafts.value).toEqual([])
  openSession({ token: 'again', user: callerOf({ id: userId }) })
  line = 'open'
  openTab().sendAll()
  await expect.poll(() => outbox.drafts.value).toEqual([])
  expect(made.size).toBe(1)
})

it('asks about waiting findings before signing out, and forgets them then', async () => {
  line = 'cut'
  const outbox = openTab()
  expect(await findStoredWork(userId)).toBeUndefined()
  await outbox.save(finding('crack'))
  expect(await findStoredWork(userId)).toBe('storedChanges')
  const photos = stores.get('files')
  photos?.set(`${userId}/turbine/4/blade/A/other.1`, { file: new File([], 'a.jpg'), storedAt: Date.now() })
  expect(await findStoredWork(userId)).toBe('storedBoth')
  await forgetStoredWork(userId)
  expect([outbox.drafts.value, storedKeys()]).toEqual([[], []])
})

it('gives a refused finding back to its turbine, with everything that was typed and the reason', async () => {
  line = 'refusing'
  const outbox = openTab()
  await outbox.save(finding('crack'))
  await expect.poll(() => outbox.drafts.value).toEqual([])
  expect(readKept(`${userId}/${markingName(4)}`, KeptWork)?.drafts).toMatchObject([
    { status: 'aside', failure: 'Silinmiş.', values: { text: 'crack' } },
  ])
  expect(outbox.panel?.notify).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'Silinmiş.', stays: true }),
  )
})
