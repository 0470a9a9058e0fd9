/** The locks of resumable uploads, when two processes share the rows. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UploadLocks } from '#server/core/uploads/upload-locks.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'

let stack: AsyncDisposableStack
let url: string

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  url = stack.use(await TestDatabase.make()).url
})
afterAll(() => stack.disposeAsync())

/** The locks of one more process. */
async function openLocks() {
  const db = await openPostgres(url)
  const close = () => db.close()
  return { locks: new UploadLocks(db.locks), close }
}

const never = new AbortController().signal

it('asks the request at the other process to end its part, and waits for it', async () => {
  const one = await openLocks()
  const other = await openLocks()
  stack.defer(one.close)
  stack.defer(other.close)
  const asked = Promise.withResolvers<void>()
  const first = one.locks.newLock('a')
  await first.lock(never, () => asked.resolve())

  const second = other.locks.newLock('a')
  let hasSecond = false
  const waiting = second
    .lock(never, () => {})
    .then(() => {
      hasSecond = true
    })
  await asked.promise
  expect(hasSecond).toBe(false)
  await first.unlock()
  await waiting
  await second.unlock()
})

it('locks each upload alone', async () => {
  const one = await openLocks()
  const other = await openLocks()
  stack.defer(one.close)
  stack.defer(other.close)
  let asked = 0
  const first = one.locks.newLock('b')
  await first.lock(never, () => {
    asked += 1
  })
  const second = other.locks.newLock('c')
  await second.lock(never, () => {})
  await Promise.all([first.unlock(), second.unlock()])
  expect(asked).toBe(0)
})

it('frees the locks of a process that is gone', async () => {
  const one = await openLocks()
  const other = await openLocks()
  stack.defer(other.close)
  await one.locks.newLock('d').lock(never, () => {})
  await one.close()
  const second = other.locks.newLock('d')
  await second.lock(never, () => {})
  await second.unlock()
})

it('gives a lock to one part of a process at a time', async () => {
  const db = await openPostgres(url)
  stack.defer(() => db.close())
  const acquire = () => db.locks.acquire('d', 0, () => {})
  const both = await Promise.all([acquire(), acquire()])
  const [release, ...others] = both.filter((each) => each !== undefined)
  expect(others).toEqual([])
  expect(await acquire()).toBeUndefined()
  await release?.()
  const next = await acquire()
  expect(next).toBeDefined()
  await next?.()
})
