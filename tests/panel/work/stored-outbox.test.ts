import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Outbox } from '#panel/outbox/outbox.ts'
import { outboxOf } from '#panel/outbox/outboxes.ts'
import { StagedStore } from '#panel/outbox/staged-store.ts'
import { PhotoOutbox } from '#panel/photos/upload/photo-outbox.ts'
import { forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { openSession } from '#panel/session/stored-session.ts'
import { callerOf } from '../panel-screen.tsx'

// Loaded before the mock, because both need the same stores. Modules of other files do not have the mock.
const { failures, stores, stubbedIdb, unreadable } = await vi.hoisted(() => {
  vi.resetModules()
  return import('./stubbed-idb.ts')
})
vi.mock('idb', () => stubbedIdb)
afterAll(() => void vi.resetModules())

class TestOutbox extends Outbox<string> {
  protected override async send() {}
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const pick = (...names: string[]) => names.map((name) => new File([name], name))
const keys = () => [...(stores.get('files')?.keys() ?? [])]
const names = (owner: Outbox<unknown>) => owner.files.value.map(({ file }) => file.name)

let userId = 300
beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) })
  userId += 1
  openSession({ token: 'token', user: callerOf({ id: userId }) })
})
afterEach(() => {
  for (const store of stores.values()) store.clear()
  unreadable.clear()
  vi.resetModules()
})

it('stores many files in their order, a hundred in a transaction', async () => {
  const keep = vi.spyOn(StagedStore.prototype, 'keep')
  const owner = outboxOf(userId, 'turbine/4/blade/A', (...args) => new TestOutbox(...args))
  const picked = Array.from({ length: 250 }, (_, index) => String(index))
  expect(await owner.add(pick(...picked), 'room 2')).toBe('stored')
  expect(names(owner)).toEqual(picked)
  expect(keep.mock.calls.map(([files]) => files.length)).toEqual([100, 100, 50])
  keep.mockRestore()
})

it('gets the other files if the browser cannot read one, and removes those that are too old', async () => {
  const owner = `${userId}/turbine/4/blade/A`
  for (const [name, age] of [
    ['unreadable', 0],
    ['young', WEEK_MS - 60_000],
    ['old', WEEK_MS],
  ] as const) {
    const [file] = pick(name)
    stores.get('files')?.set(`${owner}/${name}`, { file, storedAt: Date.now() - age })
    stores.get('targets')?.set(`${owner}/${name}`, { target: 'room 2', isSending: false, tab: 'former' })
  }
  unreadable.add(`${owner}/unreadable`)
  // Each tab opens the database when it needs it first.
  vi.resetModules()
  const { StagedStore: FreshStore } = await import('#panel/outbox/staged-store.ts')
  const store = new FreshStore<string>(owner)
  expect((await store.list())?.map(({ id }) => id)).toEqual([`${owner}/unreadable`, `${owner}/young`])
  expect((await store.take('former'))?.map(({ file }) => file.name)).toEqual(['young'])
  expect(keys()).toEqual([`${owner}/unreadable`, `${owner}/young`])
})

it('gets more than ten files back in the order in which they were staged, also from an earlier version', async () => {
  const owner = `${userId}/turbine/4/blade/A`
  const picked = pick(
    ...Array.from({ length: 12 }, (_, index) => `${String(12 - index).padStart(2, '0')}.jpg`),
  )
  const [earlier, later] = [picked.slice(0, 3), picked.slice(3)]
  const store = new StagedStore<string>(owner)
  const staged = later.map((file) => ({ id: store.newId(), file, target: 'room 2' }))
  for (const one of staged.toReversed()) await store.keep([one])
  const { tab } = (await store.list())?.[0] ?? {}
  expect((await store.take(tab))?.map(({ file }) => file.name)).toEqual(later.map(({ name }) => name))

  for (const [index, file] of earlier.entries()) {
    const id = `${owner}/0a1b.${index + 9}`
    stores.get('files')?.set(id, { file, storedAt: Date.now() })
    stores.get('targets')?.set(id, { target: 'room 2', isSending: false, tab: 'former' })
  }
  expect((await store.take('former'))?.map(({ file }) => file.name)).toEqual(earlier.map(({ name }) => name))
})

it('tells a full storage from a browser that stores no files, as in a private window', async () => {
  await new StagedStore<string>('the database is opened first').list()
  for (const [name, storage] of [
    ['QuotaExceededError', 'full'],
    ['DataCloneError', 'refused'],
    ['InvalidStateError', 'refused'],
  ] as const) {
    failures.push(new DOMException('It is not stored.', name))
    const [file] = pick('a.jpg')
    const store = new StagedStore<string>(`${userId}/turbine/4/blade/A`)
    expect(file && (await store.keep([{ id: store.newId(), file, target: 'room 2' }]))).toEqual({ storage })
  }
})

it('stages nothing any more for a user who has signed out, until they sign in again', async () => {
  const make = (...args: [number, string]) => new TestOutbox(...args)
  const owner = outboxOf(userId, 'turbine/4/blade/A', make)
  const adding = owner.add(pick('a.jpg'), 'room 2')
  await forgetStoredWork(userId)
  await adding
  await owner.add(pick('b.jpg'), 'room 2')
  expect([names(owner), keys()]).toEqual([[], []])
  const next = outboxOf(userId, 'turbine/4/blade/A', make)
  await next.add(pick('c.jpg'), 'room 2')
  expect([names(next), keys().length]).toEqual([['c.jpg'], 1])
})

it('stages no photo whose name was being checked when its user signed out', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const owner = outboxOf(userId, 'turbine/4/blade/A', (...args) => new PhotoOutbox(...args))
  owner.panel = { queryClient: new QueryClient(), notify: vi.fn(), text: (id) => id }
  const target = { turbineId: 4, category: 'blade', blade: 'A', room: '2', year: 2026 } as const
  const staged = owner.stage([new File(['a'], 'a.jpg', { type: 'image/jpeg' })], target)
  await forgetStoredWork(userId)
  answer.resolve(Response.json({ success: true, data: [] }))
  expect((await staged).accepted).toHaveLength(1)
  expect([names(owner), keys()]).toEqual([[], []])
})

it('leaves files to the tab that shows them where browsers have no locks, and takes them when it does not answer', async () => {
  vi.stubGlobal('navigator', {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const heard: string[] = []
  const channel = new BroadcastChannel('kanat-holders')
  channel.onmessage = ({ data }) => heard.push(data.kind)
  const hear = (...kinds: string[]) => vi.waitFor(() => expect(heard).toEqual(kinds), { interval: 5 })

  const first = new TestOutbox(userId, 'turbine/4/blade/A')
  const hide = first.show()
  await first.add(pick('a.jpg'), 'room 2')
  vi.resetModules()
  const other = await import('#panel/outbox/outbox.ts')
  const OtherOutbox = class extends other.Outbox<string> {
    protected override async send() {}
  }
  const second = new OtherOutbox(userId, 'turbine/4/blade/A')
  second.show()
  await hear('asked', 'held')
  await vi.advanceTimersByTimeAsync(5000)
  await hear('asked', 'held', 'asked', 'held')
  expect(names(second)).toEqual([])

  hide()
  await vi.advanceTimersByTimeAsync(5000)
  await hear('asked', 'held', 'asked', 'held', 'asked')
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(names(second)).toEqual(['a.jpg']))
  channel.close()
})
