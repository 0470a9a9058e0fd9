import { afterEach, expect, it, vi } from 'vitest'
import { UploadLocks } from '#server/core/uploads/upload-locks.ts'
import { locksOfOneProcess } from '#server/infrastructure/database/locks.ts'

afterEach(() => vi.restoreAllMocks())

const never = new AbortController().signal

it('refuses a request if the earlier one of the same upload does not end in a minute', async () => {
  const minute = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal)
  const locks = new UploadLocks(locksOfOneProcess)
  let asked = 0
  const first = locks.newLock('a')
  await first.lock(never, () => {
    asked += 1
  })

  const second = locks.newLock('a')
  const refused = expect(second.lock(never, () => {})).rejects.toMatchObject({ code: 'upload_conflict' })
  minute.abort()
  await refused
  expect(timeout).toHaveBeenCalledWith(60_000)
  expect(asked).toBe(1)
  // Another upload does not wait, and neither does this one when the first request has ended.
  await locks.newLock('b').lock(never, () => {})
  await first.unlock()
  await second.lock(never, () => {})
})
