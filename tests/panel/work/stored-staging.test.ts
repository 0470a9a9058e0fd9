// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhotoStaging } from '#panel/photos/upload/photo-staging.ts'
import { forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { openSession } from '#panel/session/stored-session.ts'
import { Staging } from '#panel/staging/staging.ts'
import { stagingOf } from '#panel/staging/stagings.ts'
import { viewerOf } from '../panel-screen.tsx'

type Key = string | { lower: string; upper: string }

/** The database of the browser, which all tabs share. `idb` is the library that reads it. */
const { stores, unreadable } = vi.hoisted(() => ({
  stores: new Map(['files', 'begun', 'targets'].map((name) => [name, new Map<string, unknown>()])),
  /** The keys of files that the browser cannot read any more. */
  unreadable: new Set<string>(),
}))
vi.mock('idb', () => {
  const keysIn = (name: string, key: Key) =>
    [...(stores.get(name)?.keys() ?? [])].filter((one) =>
      typeof key === 'string' ? one === key : one >= key.lower && one <= key.upper,
    )
  const objectStore = (name: string) => ({
    async get(key: string) {
      if (name === 'files' && unreadable.has(key)) throw new DOMException('It cannot be read.', 'DataError')
      return stores.get(name)?.get(key)
    },
    getAllKeys: async (range: Key = { lower: '', upper: '\uffff' }) => keysIn(name, range),
    put: async (value: unknown, key: string) => stores.get(name)?.set(key, value),
    async delete(key: Key) {
      for (const one of keysIn(name, key)) stores.get(name)?.delete(one)
    },
  })
  const database = {
    transaction: (names: string) => ({ objectStore, store: objectStore(names), done: Promise.resolve() }),
    get: (name: string, key: string) => objectStore(name).get(key),
    getAllKeys: (name: string) => objectStore(name).getAllKeys(),
    count: async (name: string, range: Key) => keysIn(name, range).length,
  }
  return { openDB: async () => database }
})

class TestStaging extends Staging<string> {
  protected override async send() {}
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const pick = (...names: string[]) => names.map((name) => new File([name], name))
const keys = () => [...(stores.get('files')?.keys() ?? [])]
const names = (owner: Staging<unknown>) => owner.files.value.map(({ file }) => file.name)

let userId = 300
beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) })
  userId += 1
  openSession({ token: 'token', user: viewerOf({ id: userId }) })
})
afterEach(() => {
  for (const store of stores.values()) store.clear()
  unreadable.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
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
  const { StagedStore: FreshStore } = await import('#panel/staging/staged-store.ts')
  const store = new FreshStore<string>(owner)
  expect((await store.list())?.map(({ id }) => id)).toEqual([`${owner}/unreadable`, `${owner}/young`])
  expect((await store.take('former'))?.map(({ file }) => file.name)).toEqual(['young'])
  expect(keys()).toEqual([`${owner}/unreadable`, `${owner}/young`])
})

it('stages nothing any more for a user who has signed out, until they sign in again', async () => {
  const make = (...args: [number, string]) => new TestStaging(...args)
  const owner = stagingOf(userId, 'turbine/4/blade/A', make)
  const adding = owner.add(pick('a.jpg'), 'room 2')
  await forgetStoredWork(userId)
  await adding
  await owner.add(pick('b.jpg'), 'room 2')
  expect([names(owner), keys()]).toEqual([[], []])
  const next = stagingOf(userId, 'turbine/4/blade/A', make)
  await next.add(pick('c.jpg'), 'room 2')
  expect([names(next), keys().length]).toEqual([['c.jpg'], 1])
})

it('stages no photo whose name was being checked when its user signed out', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const owner = stagingOf(userId, 'turbine/4/blade/A', (...args) => new PhotoStaging(...args))
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

  const first = new TestStaging(userId, 'turbine/4/blade/A')
  const hide = first.show()
  await first.add(pick('a.jpg'), 'room 2')
  vi.resetModules()
  const other = await import('#panel/staging/staging.ts')
  const OtherStaging = class extends other.Staging<string> {
    protected override async send() {}
  }
  const second = new OtherStaging(userId, 'turbine/4/blade/A')
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
