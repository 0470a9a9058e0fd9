import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verify } from '#server/features/backup/verify.ts'
import { jpeg, pdf, reportForm, uploadForm } from '../../support/builders.ts'
import { ServerProcess, SUPERADMIN } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { UploadInParts } from '../../support/tus-requests.ts'
import { Caller, endOfReport } from '../calls/caller.ts'
import { withDatabase } from '../start/data-folder.ts'
import { canInjectFaults, Faults, triesEveryCall } from './faults.ts'

/** The system calls that fail on a full disk. */
const KINDS = ['write', 'sync', 'allocate'] as const
/** More calls than any action makes. Deleting a user or a company also runs a `VACUUM`, which writes every page of the database. */
const CALLS_MAX = 5000
/** Without `TEST_EVERY_CALL=1`, every third call is tried: calls of the same kind follow each other, and three actions begin at other calls. Making a report takes seconds. */
const STEP = triesEveryCall ? 1 : 3
const STEPS: Record<string, number> = triesEveryCall
  ? {}
  : { 'ordering a report': 12, 'deleting a company': 12, 'deleting a user': 12 }
/** The steps grow from this call on. Only a `VACUUM` makes so many: hundreds of one kind, and more each time, because the trials add rows. */
const STEPS_GROW_FROM = 120

/** @returns the number of calls from one call that fails to the next */
function stepAfter(name: string, at: number): number {
  const step = STEPS[name] ?? STEP
  return at < STEPS_GROW_FROM ? step : Math.max(step, Math.round(at / 8))
}

interface Trial {
  /** Sends the request. */
  send(): Promise<{ status: number; error: string }>
  /** True if the change of the request is stored. */
  isDone(): Promise<boolean>
}

describe.skipIf(!canInjectFaults)('a failing disk (skipped without a C compiler)', () => {
  let dir: string
  let faults: Faults
  let server: ServerProcess
  let caller: Caller
  let turbine: number
  let photo: Buffer
  let counter = 0
  let upload: UploadInParts | undefined

  beforeAll(async () => {
    dir = await temporaryFolder()
    faults = await Faults.prepare(dir)
    server = await ServerProcess.start(dir, { ...faults.env, RESERVE_MB: '1' })
    caller = await Caller.signIn(server.origin)
    turbine = await addTurbine()
    photo = await jpeg()
  })
  // The trials of signing in open more sessions than a user may have, and the oldest one ends.
  beforeEach(async () => {
    caller = await Caller.signIn(server.origin)
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await faults[Symbol.asyncDispose]()
    await rm(dir, { recursive: true })
  })

  const addTurbine = async () =>
    (
      await caller.made<{ id: number }>('/turbines', {
        city: 'izmir',
        code: `T${++counter}`,
        location: 'Karaburun',
        company_id: 999,
      })
    ).id
  const addUser = () =>
    caller.made<{ id: number }>('/users', {
      first_name: 'Ada',
      last_name: 'Yel',
      email: `ada${++counter}@kanat.example`,
      password: 'rüzgâr-12',
      role: 'operator',
      company_id: 999,
    })
  const sendRaw: Parameters<typeof UploadInParts.begin>[0] = (method, path, body, headers) =>
    fetch(server.origin + path, {
      method,
      headers: { Authorization: `Bearer ${caller.token}`, ...headers },
      ...(body && { body }),
    })
  const ids = async (path: string) => {
    const { data } = await caller.call<{ id: number; key?: string }[]>('GET', path)
    return data.map(({ id, key }) => key ?? id)
  }

  /** A deletion: it is done if the list does not have the record. */
  function deletion(list: string, key: string | number, path: string): Trial {
    return { send: () => caller.call('DELETE', path), isDone: async () => !(await ids(list)).includes(key) }
  }

  /** An addition: it is done if the list has one more record. */
  async function addition(list: string, body: () => object): Promise<Trial> {
    const before = (await ids(list)).length
    return {
      send: () => caller.call('POST', list, body()),
      isDone: async () => (await ids(list)).length === before + 1,
    }
  }

  const trials: Record<string, () => Promise<Trial>> = {
    'signing in': async () => {
      let token = ''
      return {
        async send() {
          const answer = await caller.call('POST', '/auth/login', SUPERADMIN)
          token = (answer as unknown as { token: string }).token
          return answer
        },
        isDone: async () => token !== undefined,
      }
    },
    'signing out': async () => {
      const other = await Caller.signIn(server.origin)
      return {
        send: () => other.call('POST', '/auth/logout'),
        isDone: async () => (await other.call('GET', '/auth/verify')).status === 401,
      }
    },
    'writing a comment': () => addition(`/turbines/${turbine}/comments`, () => ({ comment: 'Çatlak' })),
    'adding a company': () => addition('/companies', () => ({ name: `Enerji ${++counter}` })),
    'changing a user': async () => {
      const { id } = await addUser()
      return {
        send: () => caller.call('PUT', `/users/${id}`, { first_name: 'Ece' }),
        isDone: async () => {
          const { data } = await caller.call<{ id: number; first_name: string }[]>('GET', '/users')
          return data.find((user) => user.id === id)?.first_name === 'Ece'
        },
      }
    },
    'uploading a photo': () =>
      addition(`/turbines/${turbine}/photos`, () => uploadForm({ [`p${++counter}.jpg`]: photo })),
    'uploading a report': () =>
      addition(`/turbines/${turbine}/reports`, () => reportForm({ [`r${++counter}.pdf`]: pdf() })),
    // What the job does after the answer is tried, too: while the disk fails, or afterwards.
    'ordering a report': async () => {
      const list = `/turbines/${turbine}/reports`
      const before = (await ids(list)).length
      let job: { id: number } | undefined
      return {
        async send() {
          const path = `/turbines/${turbine}/inspections/2026/report`
          const answer = await caller.call<{ id: number }>('POST', path, { language: 'tr' })
          job = answer.status === 202 ? answer.data : undefined
          return answer
        },
        async isDone() {
          if (job) {
            const state = await endOfReport(caller, turbine, job.id)
            expect((await ids(list)).length).toBe(state === 'done' ? before + 1 : before)
          } else expect((await ids(list)).length).toBe(before)
          return job !== undefined
        },
      }
    },
    'sending a part of an upload': async () => {
      // A user may have a few unfinished uploads only.
      await upload?.cancel()
      const begun = await UploadInParts.begin(sendRaw, turbine, `c${++counter}.jpg`, photo.length)
      upload = begun
      const list = `/turbines/${turbine}/photos`
      const before = (await ids(list)).length
      return {
        async send() {
          const answer = await begun.part(photo, 0)
          const { error = '' } = answer.status === 204 ? {} : ((await answer.json()) as { error?: string })
          return { status: answer.status === 204 ? 200 : answer.status, error }
        },
        isDone: async () => (await ids(list)).length === before + 1,
      }
    },
    'deleting a photo': async () => {
      const list = `/turbines/${turbine}/photos`
      const form = uploadForm({ [`p${++counter}.jpg`]: photo })
      const [made] = await caller.made<{ key: string }[]>(list, form)
      const key = made?.key ?? ''
      return deletion(list, key, `${list}?key=${encodeURIComponent(key)}`)
    },
    'deleting a finding': async () => {
      const list = `/turbines/${turbine}/findings`
      const { id } = await caller.made<{ id: number }>(list, { blade: 'A', side: 'LE', type: 'le-erosion' })
      return deletion(list, id, `${list}/${id}`)
    },
    'deleting a company': async () => {
      const { id } = await caller.made<{ id: number }>('/companies', { name: `Enerji ${++counter}` })
      return deletion('/companies', id, `/companies/${id}`)
    },
    'deleting a user': async () => {
      const { id } = await addUser()
      return deletion('/users', id, `/users/${id}`)
    },
    'deleting a turbine': async () => {
      const id = await addTurbine()
      await caller.made(`/turbines/${id}/reports`, reportForm({ 'a.pdf': pdf() }))
      return deletion('/turbines', id, `/turbines/${id}`)
    },
  }

  for (const action of ['fail', 'failFrom'] as const) {
    const which = action === 'fail' ? 'if one system call fails' : 'if all system calls from one on fail'
    const title = `leaves %s either done or refused, ${which}`
    it.each(
      Object.entries(trials).map(([name, prepare], index) => [name, prepare, 1 + (index % STEP)] as const),
    )(title, async (name, prepare, first) => {
      let refusals = 0
      let calls = CALLS_MAX
      for (let at = first; at <= calls; at += stepAfter(name, at)) {
        const { send, isDone } = await prepare()
        faults.arm({ action, kinds: [...KINDS], at })
        const answer = await send()
        const { seen } = faults
        faults.disarm()
        if (seen < at) calls = 0
        if (answer.status === 503) refusals += 1
        if (answer.status !== 503)
          expect([200, 201, 202], JSON.stringify({ at, answer })).toContain(answer.status)
        else expect([at, answer.error]).toEqual([at, 'storage_full'])
        expect([at, await isDone()]).toEqual([at, answer.status !== 503])
      }
      expect(calls).toBe(0)
      if (action === 'failFrom') expect(refusals).toBeGreaterThan(0)
    })
  }

  it('leaves a valid database after that, in which every row has its file', async () => {
    withDatabase(dir, (database) => {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    })
    const { problems } = await verify({ dataDir: dir })
    // If it is unknown whether a commit is stored, its files stay, without a row.
    expect(problems.filter(({ kind }) => kind !== 'stray-file')).toEqual([])
    expect(server.output).not.toContain('"status":500')
  })

  it('leaves no row without its file if the server crashes after an unsuccessful commit', async () => {
    const copies: string[] = []
    let calls = CALLS_MAX
    for (let at = 1; at <= calls; at += 1) {
      faults.arm({ action: 'failFrom', kinds: ['sync'], at })
      const body = reportForm({ [`r${++counter}.pdf`]: pdf() })
      const answer = await caller.call('POST', `/turbines/${turbine}/reports`, body)
      if (faults.seen < at) calls = 0
      expect([201, 503]).toContain(answer.status)
      // A copy of the folder is what a kill would leave now.
      const copy = join(faults.copies, String(at))
      await cp(dir, copy, { recursive: true })
      faults.disarm()
      copies.push(copy)
    }
    expect(calls).toBe(0)
    // Together, because each verification looks again after some seconds.
    for (const { problems } of await Promise.all(copies.map((copy) => verify({ dataDir: copy }))))
      expect(problems.filter(({ kind }) => kind !== 'stray-file')).toEqual([])

    faults.arm({ action: 'failFrom', kinds: ['sync'] })
    const body = reportForm({ 'last.pdf': pdf() })
    expect((await caller.call('POST', `/turbines/${turbine}/reports`, body)).status).toBe(503)
    await server.end('SIGKILL')
    faults.disarm()
    const { problems } = await verify({ dataDir: dir })
    expect(problems.filter(({ kind }) => kind !== 'stray-file')).toEqual([])
    server = await ServerProcess.start(dir, { ...faults.env, RESERVE_MB: '1' })
    caller = await Caller.signIn(server.origin)
    await caller.made(`/turbines/${turbine}/reports`, reportForm({ 'after.pdf': pdf() }))
  })

  it.each([
    ['is damaged (EIO)', 'uploading a photo', 5],
    ['is damaged (EIO)', 'sending a part of an upload', 5],
    ['has become read-only (EROFS)', 'uploading a report', 30],
  ] as const)('answers, and goes on, if the disk %s during %s', async (_, name, error) => {
    const prepare = trials[name] as () => Promise<Trial>
    let calls = CALLS_MAX
    for (let at = 1; at <= calls; at += STEP) {
      const { send } = await prepare()
      faults.arm({ action: 'fail', kinds: [...KINDS, 'rename'], at, error })
      const answer = await send()
      if (faults.seen < at) calls = 0
      faults.disarm()
      expect([200, 201, 500, 503], JSON.stringify({ at, answer })).toContain(answer.status)
      if (answer.status >= 500) expect(answer.error).toMatch(/^(internal_error|storage_)/)
    }
    expect(calls).toBe(0)
  })
})
