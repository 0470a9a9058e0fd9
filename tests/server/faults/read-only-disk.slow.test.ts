import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jpeg, pdf, reportForm, uploadForm } from '../../support/builders.ts'
import { ServerProcess, SUPERADMIN } from '../../support/servers/server-process.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { UploadInParts } from '../../support/tus-requests.ts'
import { Caller } from '../calls/caller.ts'
import { canInjectFaults, Faults } from './faults.ts'

const EROFS = 30
const SENTENCE = {
  tr: 'Dosyalar ve veriler şu anda yalnızca okunabiliyor. Hiçbir şey kaydedilmedi.',
  en: 'Files and data can only be read at the moment. Nothing was saved.',
}
/** Longer than the server keeps the result of a check. */
const SOON = { interval: 200 }

async function makeRecords(caller: Caller) {
  const company = await caller.made<{ id: number }>('/companies', { name: 'Enerji' })
  const draft = { city: 'izmir', code: 'T1', location: 'Karaburun', company_id: company.id }
  const turbine = await caller.made<{ id: number }>('/turbines', draft)
  const at = `/turbines/${turbine.id}`
  const [photo] = await caller.made<{ key: string }[]>(`${at}/photos`, uploadForm({ 'a.jpg': await jpeg() }))
  return { turbine: turbine.id, photo: photo?.key ?? '' }
}

/** How a refused change is answered, in both languages. */
async function refusal(
  caller: Caller,
  method: string,
  path: string,
  body: () => FormData | object | undefined,
) {
  const messages: string[] = []
  for (const language of ['tr', 'en'] as const) {
    const sent = body()
    const answer = await fetch(`${caller.origin}/api${path}`, {
      method,
      headers: {
        'Accept-Language': language,
        Authorization: `Bearer ${caller.token}`,
        ...(sent && !(sent instanceof FormData) && { 'Content-Type': 'application/json' }),
      },
      ...(sent && { body: sent instanceof FormData ? sent : JSON.stringify(sent) }),
    })
    const { error, message } = (await answer.json()) as { error: string; message: string }
    expect([path, answer.status, error]).toEqual([path, 503, 'storage_read_only'])
    messages.push(message)
  }
  expect(messages).toEqual([SENTENCE.tr, SENTENCE.en])
}

async function healthChecks(origin: string): Promise<string[]> {
  const { checks = [] } = (await (await fetch(`${origin}/api/health`)).json()) as { checks?: string[] }
  return checks
}

/** The log lines of failed checks. */
function failures(server: ServerProcess): { check: string; err: { message: string } }[] {
  const lines = server.output.split('\n').filter((line) => line.includes('"a check fails"'))
  return lines.map((line) => JSON.parse(line) as { check: string; err: { message: string } })
}

describe.skipIf(!canInjectFaults)('a disk that becomes read-only (skipped without a C compiler)', () => {
  let dir: string
  beforeEach(async () => {
    dir = await temporaryFolder()
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('can be read, refuses every change with its own sentence, is named by health and log, and loses nothing', async () => {
    await using faults = await Faults.prepare(dir)
    await using server = await ServerProcess.start(dir, faults.env)
    const caller = await Caller.signIn(server.origin)
    const { turbine, photo } = await makeRecords(caller)
    const send = (method: string, path: string, body?: Uint8Array<ArrayBuffer>, headers = {}) =>
      fetch(`${server.origin}${path}`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${caller.token}` },
        ...(body && { body }),
      })
    const bytes = await jpeg()
    const parts = await UploadInParts.begin(send, turbine, 'parts.jpg', bytes.length)

    faults.arm({ action: 'failFrom', error: EROFS })
    for (let time = 0; time < 2; time += 1) {
      for (const path of ['/turbines', `/turbines/${turbine}/photos`, '/auth/profile'])
        expect((await caller.call('GET', path)).status).toBe(200)
      expect((await send('GET', `/media/${photo}`)).status).toBe(200)
      const wrong = await caller.call('POST', '/auth/login', { ...SUPERADMIN, password: 'wrong-one' })
      expect([wrong.status, wrong.error]).toEqual([401, 'LOGIN_ERROR'])
      const uploads = `/turbines/${turbine}/photos`
      const photos = await jpeg()
      await refusal(caller, 'POST', '/auth/login', () => SUPERADMIN)
      await refusal(caller, 'POST', '/companies', () => ({ name: `E${time}` }))
      await refusal(caller, 'POST', uploads, () => uploadForm({ [`b${time}.jpg`]: photos }))
      await refusal(caller, 'POST', `/turbines/${turbine}/reports`, () => reportForm({ 'a.pdf': pdf() }))
      await refusal(caller, 'DELETE', `${uploads}?key=${encodeURIComponent(photo)}`, () => undefined)
      await refusal(caller, 'DELETE', `/turbines/${turbine}`, () => undefined)
      const part = await parts.part(bytes, 0)
      expect([part.status, ((await part.json()) as { error: string }).error]).toEqual([
        503,
        'storage_read_only',
      ])
    }
    await expect.poll(() => healthChecks(server.origin), SOON).toEqual(['disk_writable'])
    expect(failures(server)).toMatchObject([
      { check: 'disk_writable', err: { message: expect.stringContaining('EROFS') } },
    ])
    expect(server.output).not.toContain('"status":500')

    faults.disarm()
    await expect.poll(() => healthChecks(server.origin), SOON).toEqual([])
    expect((await parts.part(bytes, 0)).status).toBe(204)
    await Caller.signIn(server.origin)
    const deleted = await caller.call(
      'DELETE',
      `/turbines/${turbine}/photos?key=${encodeURIComponent(photo)}`,
    )
    expect(deleted.status).toBe(200)
  })
})

describe.skipIf(!canMount)('a folder that becomes read-only (skipped if no disk can be mounted)', () => {
  it('refuses uploads with their own sentence, and takes them again afterwards', async () => {
    await using disk = await SmallDisk.mount(16)
    await using server = await ServerProcess.start(disk.path)
    const caller = await Caller.signIn(server.origin)
    const { turbine } = await makeRecords(caller)
    const bytes = await jpeg()
    await disk.makeReadOnly()
    await refusal(caller, 'POST', `/turbines/${turbine}/photos`, () => uploadForm({ 'b.jpg': bytes }))
    await expect.poll(() => healthChecks(server.origin), SOON).toEqual(['disk_writable'])
    disk.makeWritable()
    await expect.poll(() => healthChecks(server.origin), SOON).toEqual([])
    await caller.made(`/turbines/${turbine}/photos`, uploadForm({ 'b.jpg': bytes }))
    expect(server.output).not.toContain('"status":500')
  })
})
