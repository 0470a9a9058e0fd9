import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeEnvironment } from '../../support/servers/node-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { canInjectFaults, Faults, triesEveryCall } from './faults.ts'
import { FILE_KINDS, type FileKind, type FileState } from './written-files.ts'

const PROGRAM = join(import.meta.dirname, 'write-files.ts')
/** A damaged, a full and a read-only disk. */
const ERRORS = [5, 28, 30]
/** A backup has many calls, so only some of them are tried without `TEST_EVERY_CALL=1`. */
const EVERY: Partial<Record<FileKind, number>> = triesEveryCall ? {} : { 'a backup': 11 }
const CALLS_MAX = 300

interface Answer {
  result?: unknown
  failure?: string
}

describe.skipIf(!canInjectFaults)('a failing disk (skipped without a C compiler)', () => {
  let dir: string
  let faults: Faults
  let writer: ChildProcess
  let ended: Promise<never>

  beforeAll(async () => {
    dir = await realpath(await temporaryFolder())
    faults = await Faults.prepare(dir)
    writer = fork(PROGRAM, [dir], { env: nodeEnvironment({ TMPDIR: tmpdir(), ...faults.env }) })
    ended = once(writer, 'exit').then(() => Promise.reject(new Error('The process has ended.')))
    ended.catch(() => {})
    await Promise.race([once(writer, 'message'), ended])
  })
  afterAll(async () => {
    const exit = once(writer, 'exit')
    writer.disconnect()
    await exit
    await faults[Symbol.asyncDispose]()
    await rm(dir, { recursive: true })
  })

  /** @throws if the process has ended */
  async function ask(kind: FileKind, step: 'prepare' | 'write' | 'read'): Promise<Answer> {
    const answer = once(writer, 'message')
    writer.send({ kind, step })
    const [message] = await Promise.race([answer, ended])
    return message as Answer
  }

  const read = async (kind: FileKind) => (await ask(kind, 'read')).result as FileState

  it.each(FILE_KINDS)('leaves %s written or not, but never in part, and the next try works', async (kind) => {
    let calls = CALLS_MAX
    let failures = 0
    for (let at = 1; at <= calls; at += EVERY[kind] ?? 1) {
      expect(await ask(kind, 'prepare')).not.toHaveProperty('failure')
      const error = ERRORS[at % ERRORS.length] as number
      faults.arm({ action: 'fail', kinds: ['write', 'sync', 'allocate', 'rename'], at, error })
      const { failure } = await ask(kind, 'write')
      if (faults.seen < at) calls = 0
      faults.disarm()
      const state = await read(kind)
      expect(['written', 'unwritten'], JSON.stringify({ at, failure })).toContain(state)
      if (state === 'unwritten' || failure !== undefined) failures += 1
      // Copies of files of the bucket are only made if possible.
      if (failure === undefined && kind !== 'a copy of a file of the bucket')
        expect([at, state]).toEqual([at, 'written'])

      // An operator takes a new folder for the next backup, and the server sends the file of a copy again.
      if (kind === 'a backup' || kind === 'a copy of a file of the bucket') await ask(kind, 'prepare')
      if (calls > 0) {
        expect(await ask(kind, 'write')).not.toHaveProperty('failure')
        expect([at, await read(kind)]).toEqual([at, 'written'])
      }
    }
    expect(calls).toBe(0)
    expect(failures).toBeGreaterThan(0)
  })
})
