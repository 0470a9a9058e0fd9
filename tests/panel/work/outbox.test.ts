import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Outbox } from '#panel/outbox/outbox.ts'
import { outboxOf } from '#panel/outbox/outboxes.ts'
import { groupByTarget, type StagedFile } from '#panel/outbox/staged-file.ts'
import { StagedStore } from '#panel/outbox/staged-store.ts'
import { findStoredWork, forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { endSession, openSession } from '#panel/session/stored-session.ts'
import { callerOf } from '../panel-screen.tsx'

// There is no database and there are no locks here. The journeys `ways-to-leave` and `staged-store` use those of a browser.

interface Sent {
  target: string
  names: string[]
  signal: AbortSignal
  finish: () => void
}

/** An owner that reports what it sends, and removes the files when the test finishes the upload. */
class RecordingOutbox extends Outbox<string> {
  readonly sent: Sent[] = []

  protected override async send(target: string, files: StagedFile<string>[], signal: AbortSignal) {
    const isDone = await new Promise<boolean>((resolve) => {
      const names = files.map(({ file }) => file.name)
      this.sent.push({ target, names, signal, finish: () => resolve(true) })
      signal.addEventListener('abort', () => resolve(false))
    })
    if (isDone) await this.unstage(files)
  }
}

const names = (owner: RecordingOutbox) => owner.files.value.map(({ file }) => file.name)
const pick = (...picked: string[]) => picked.map((name) => new File([name], name))

let userId = 100
let owner: RecordingOutbox
beforeEach(() => {
  userId += 1
  openSession({ token: 'token', user: callerOf({ id: userId }) })
  owner = ownerOf('turbine/4/blade/A')
})
afterEach(() => endSession('expired'))

function ownerOf(name: `turbine/${number}/${string}`): RecordingOutbox {
  return outboxOf(userId, name, (...args) => new RecordingOutbox(...args))
}

it('keeps files and their upload when no component shows them any more', async () => {
  const hide = owner.show()
  await owner.add(pick('a.jpg', 'b.jpg'), 'room 2')
  owner.upload('room 2')
  hide()
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  expect(owner.sent[0]?.signal.aborted).toBe(false)
  expect(ownerOf('turbine/4/blade/A')).toBe(owner)
  expect(names(owner)).toEqual(['a.jpg', 'b.jpg'])
  owner.sent[0]?.finish()
  await vi.waitFor(() => expect(owner.sending.value).toBeNull())
  expect(names(owner)).toEqual([])
})

it('sends each file to the target for which it was staged, one target after the other', async () => {
  await owner.add(pick('a.jpg'), 'room 2')
  await owner.add(pick('b.jpg'), 'room 5')
  await owner.add(pick('c.jpg'), 'room 2')
  owner.upload('room 5')
  owner.upload('room 2')
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  owner.sent[0]?.finish()
  await vi.waitFor(() => expect(owner.sent).toHaveLength(2))
  owner.sent[1]?.finish()
  expect(owner.sent.map(({ target, names }) => [target, names])).toEqual([
    ['room 5', ['b.jpg']],
    ['room 2', ['a.jpg', 'c.jpg']],
  ])
})

it('stages files for the next target while it sends, and does not send what was removed meanwhile', async () => {
  await owner.add(pick('a.jpg'), 'room 2')
  await owner.add(pick('b.jpg', 'c.jpg'), 'room 5')
  owner.upload('room 2')
  owner.upload('room 5')
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  await owner.add(pick('d.jpg'), 'room 7')
  await owner.remove(owner.files.value.filter(({ file }) => file.name === 'b.jpg'))
  owner.sent[0]?.finish()
  await vi.waitFor(() => expect(owner.sent).toHaveLength(2))
  expect(owner.sent[1]?.names).toEqual(['c.jpg'])
  owner.sent[1]?.finish()
  await vi.waitFor(() => expect(owner.sending.value).toBeNull())
  expect(names(owner)).toEqual(['d.jpg'])
})

it('knows whose turn comes later, sends them once, and lets them leave the queue', async () => {
  await owner.add(pick('a.jpg'), 'room 2')
  await owner.add(pick('b.jpg'), 'room 5')
  await owner.add(pick('c.jpg'), 'room 7')
  const queued = () =>
    owner.files.value.filter(({ id }) => owner.queued.value.has(id)).map(({ file }) => file.name)
  owner.upload('room 2')
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  expect(queued()).toEqual([])
  owner.upload('room 5')
  owner.upload('room 7')
  owner.upload('room 5')
  await owner.add(pick('d.jpg'), 'room 5')
  expect(queued()).toEqual(['b.jpg', 'c.jpg'])
  owner.leaveQueue('room 7')
  expect(queued()).toEqual(['b.jpg'])
  owner.upload('room 5')
  expect(queued()).toEqual(['b.jpg', 'd.jpg'])
  owner.sent[0]?.finish()
  await vi.waitFor(() => expect(owner.sent).toHaveLength(2))
  owner.sent[1]?.finish()
  await vi.waitFor(() => expect(owner.sent).toHaveLength(3))
  owner.sent[2]?.finish()
  await vi.waitFor(() => expect(owner.sending.value).toBeNull())
  expect(owner.sent.map(({ names }) => names)).toEqual([['a.jpg'], ['b.jpg'], ['d.jpg']])
  expect(names(owner)).toEqual(['c.jpg'])
})

it('goes on with the next target when a person cancels the running upload, and with none when the session ends', async () => {
  for (const target of ['room 2', 'room 5', 'room 7']) {
    await owner.add(pick(`${target}.jpg`), target)
    owner.upload(target)
  }
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  owner.cancel()
  await vi.waitFor(() => expect(owner.sent).toHaveLength(2))
  expect(owner.sent.map(({ target }) => target)).toEqual(['room 2', 'room 5'])
  endSession('expired')
  await vi.waitFor(() => expect(owner.sending.value).toBeNull())
  expect(owner.queued.value.size).toBe(0)
  expect(owner.sent).toHaveLength(2)
  expect(names(owner)).toHaveLength(3)
})

it('gives files another target only when it is told to', async () => {
  await owner.add(pick('a.jpg'), 'room 2')
  await owner.add(pick('b.jpg'), 'room 5')
  owner.move(groupByTarget(owner.files.value)[0]?.files ?? [], 'room 5')
  expect(groupByTarget(owner.files.value).map(({ target, files }) => [target, files.length])).toEqual([
    ['room 5', 2],
  ])
})

it('sends the copies that the browser has stored, because a memory card with the originals may be gone', async () => {
  const copy = new File(['copy'], 'a.jpg')
  vi.spyOn(StagedStore.prototype, 'keep').mockResolvedValueOnce({ storage: 'stored', copies: [copy] })
  await owner.add(pick('a.jpg'), 'room 2')
  expect(owner.files.value).toMatchObject([{ storage: 'stored', target: 'room 2' }])
  expect(owner.files.value[0]?.file).toBe(copy)
})

it('keeps its files if the browser cannot read what it has stored', async () => {
  vi.spyOn(StagedStore.prototype, 'keep').mockImplementationOnce(async (files) => ({
    storage: 'stored',
    copies: files.map(({ file }) => file),
  }))
  const list = vi.spyOn(StagedStore.prototype, 'list').mockResolvedValue(undefined)
  const hide = owner.show()
  await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(1))
  await owner.add(pick('a.jpg'), 'room 2')
  hide()
  await Promise.resolve()
  owner.show()
  await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(2))
  await new Promise((resolve) => setTimeout(resolve))
  expect(names(owner)).toEqual(['a.jpg'])
})

it('stops the upload when the session ends, and keeps the files for their user', async () => {
  await owner.add(pick('a.jpg'), 'room 2')
  owner.upload('room 2')
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  endSession('expired')
  expect(owner.sent[0]?.signal.aborted).toBe(true)
  await vi.waitFor(() => expect(owner.sending.value).toBeNull())
  expect(names(owner)).toEqual(['a.jpg'])
  const other = outboxOf(userId + 50, 'turbine/4/blade/A', (...args) => new RecordingOutbox(...args))
  expect(names(other)).toEqual([])
})

it('forgets the files of every turbine of a user who signs out, and asks about them before', async () => {
  expect(await findStoredWork(userId)).toBeUndefined()
  const other = ownerOf('turbine/9/reports')
  await owner.add(pick('a.jpg'), 'room 2')
  await other.add(pick('b.pdf'), '2026')
  owner.upload('room 2')
  await vi.waitFor(() => expect(owner.sent).toHaveLength(1))
  expect(await findStoredWork(userId)).toBe('storedFiles')
  await forgetStoredWork(userId)
  expect([names(owner), names(other)]).toEqual([[], []])
  expect(owner.sent[0]?.signal.aborted).toBe(true)
})
