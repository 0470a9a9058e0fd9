import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { type Action, PERMISSIONS } from '#domain/permissions.ts'
import type { DeletableKind } from '#domain/records.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { worksOnFullDisk } from '#server/core/access/works-on-full-disk.ts'
import { calls } from '#server/start/app.ts'
import { jpeg, pdf, reportForm, uploadForm } from '../../support/builders.ts'
import { ServerProcess, SUPERADMIN } from '../../support/servers/server-process.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'
import { Caller } from '../calls/caller.ts'

const SIZES = [4, 8, 16, 24]

it('the reserve is for signing in and out, and for every action that deletes', () => {
  const caller = { must_change_password: false } as SignedInCaller
  const freeing = Object.keys(PERMISSIONS).filter((action) => worksOnFullDisk(action as Action, caller))
  const deleting = Object.keys(PERMISSIONS).filter((action) => action.endsWith('.delete'))
  expect(deleting).toContain('finding.delete')
  expect(freeing).toEqual(expect.arrayContaining([...deleting, 'session.open', 'session.end']))
  // Every call that deletes a record has such an action.
  const calledDelete = calls.filter(
    ({ method, path }) => method === 'DELETE' && !/:(uploadId|jobId)$/.test(path),
  )
  for (const { action } of calledDelete) expect(freeing).toContain(action)
})

describe.skipIf(!canMount)('a full disk (skipped if no disk can be mounted)', () => {
  it.each(SIZES)('of %i MB, filled by another program, can be emptied', async (megabytes) => {
    await using disk = await SmallDisk.mount(megabytes)
    await using server = await ServerProcess.start(disk.path)
    const records = await makeRecords(await Caller.signIn(server.origin))
    await expectCompleteReserve(disk.path)
    disk.fill()

    const caller = await Caller.signIn(server.origin)
    await expectRefusals(disk, caller)
    await expectEmptiable(disk, caller, records)
    expect(server.output).toMatch(/"message":"storage_full: database or disk is full"/)
    await disk.empty()
    await expectEverythingWorks(caller)
    await expectCompleteReserve(disk.path)
    expect(server.output).not.toContain('"status":500')
    expect(await server.end('SIGTERM')).toBe(0)
    expectValidDatabase(disk.path)
  })

  it.each([4, 24])('of %i MB, filled by simultaneous uploads, can be emptied', async (megabytes) => {
    await using disk = await SmallDisk.mount(megabytes)
    await using server = await ServerProcess.start(disk.path)
    const caller = await Caller.signIn(server.origin)
    const records = await makeRecords(caller)
    const photo = await jpeg({ width: 1000, height: 800 })
    await Promise.all(
      Array.from({ length: 4 }, async (_, uploader) => {
        for (let n = 0; ; n += 1) {
          const body = uploadForm({ [`u${uploader}-${n}.jpg`]: photo })
          const answer = await caller.call('POST', `/turbines/${records.turbine}/photos`, body)
          expect([201, 503]).toContain(answer.status)
          if (answer.status === 503) return expect(answer.error).toBe('storage_full')
        }
      }),
    )
    disk.fill()

    const other = await Caller.signIn(server.origin)
    await expectEmptiable(disk, other, records)
    await disk.empty()
    await expectEverythingWorks(other)
    await expectCompleteReserve(disk.path)
    expect(server.output).not.toContain('"status":500')
    expect(await server.end('SIGTERM')).toBe(0)
    expectValidDatabase(disk.path)
  })

  it('allows many users to sign in and delete at the same time', async () => {
    await using disk = await SmallDisk.mount(8)
    await using server = await ServerProcess.start(disk.path)
    const caller = await Caller.signIn(server.origin)
    const { turbine } = await makeRecords(caller)
    const comments = await Promise.all(Array.from({ length: 40 }, () => addComment(caller, turbine)))
    disk.fill()
    const answers = await Promise.all(
      comments.map(async (comment, n) => {
        if (n % 8 === 0) await Caller.signIn(server.origin)
        const written = await caller.call('POST', `/turbines/${turbine}/comments`, { comment: 'x' })
        expect([201, 503]).toContain(written.status)
        return caller.call('DELETE', `/turbines/${turbine}/comments/${comment}`)
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(comments.map(() => 200))
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('allows a start after %s', async (signal) => {
    await using disk = await SmallDisk.mount(8)
    let records: Records
    {
      await using server = await ServerProcess.start(disk.path)
      records = await makeRecords(await Caller.signIn(server.origin))
      disk.fill()
      await Caller.signIn(server.origin)
      disk.fill()
      expect(await server.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)
    }
    disk.fill()
    await using server = await ServerProcess.start(disk.path)
    await expectEmptiable(disk, await Caller.signIn(server.origin), records)
    await disk.empty()
    // The next change or health check completes it.
    await expect.poll(async () => (await fetch(`${server.origin}/api/health`)).status).toBe(200)
    await expectCompleteReserve(disk.path)
  })

  it('gets a new reserve if it is missing', async () => {
    await using disk = await SmallDisk.mount(8)
    await using server = await ServerProcess.start(disk.path)
    await expectCompleteReserve(disk.path)
    await expect.poll(() => readdir(disk.path)).not.toContain('write-probe')
    await server.end('SIGKILL')
    await disk.removeReserve()
    await using again = await ServerProcess.start(disk.path)
    expect(again.origin).toBeDefined()
    await expectCompleteReserve(disk.path)
  })
})

/** The ids; a new kind that can be deleted does not compile without one. */
interface Records extends Record<DeletableKind, number | string> {
  turbine: number
  photo: string
  report: number
  comment: number
  finding: number
  link: number
  user: number
  company: number
}

/** Makes one record of each kind that can be deleted. */
async function makeRecords(caller: Caller): Promise<Records> {
  const company = await caller.made<{ id: number }>('/companies', { name: 'Enerji' })
  const turbine = await caller.made<{ id: number }>('/turbines', turbineDraft(company.id))
  const at = `/turbines/${turbine.id}`
  const [photo] = await caller.made<{ key: string }[]>(`${at}/photos`, uploadForm({ 'a.jpg': await jpeg() }))
  const [report] = await caller.made<{ id: number }[]>(`${at}/reports`, reportForm({ 'a.pdf': pdf() }))
  const user = await caller.made<{ id: number }>('/users', {
    first_name: 'Ada',
    last_name: 'Yel',
    email: 'ada@kanat.example',
    password: 'rüzgâr-12',
    role: 'operator',
    company_id: company.id,
  })
  return {
    turbine: turbine.id,
    photo: photo?.key ?? '',
    report: report?.id ?? 0,
    comment: await addComment(caller, turbine.id),
    finding: (
      await caller.made<{ id: number }>(`${at}/findings`, { blade: 'A', side: 'LE', type: 'le-erosion' })
    ).id,
    user: user.id,
    link: await addLink(caller, turbine.id, report?.id, company.id),
    company: company.id,
  }
}

function turbineDraft(company_id: number) {
  return { city: 'izmir', code: 'T1', location: 'Karaburun', company_id }
}

async function addLink(caller: Caller, turbine: number, report: number | undefined, company: number) {
  await caller.call('PUT', `/companies/${company}`, { links_allowed: true })
  return (
    await caller.made<{ id: number }>('/links', { kind: 'report', turbine_id: turbine, report_id: report })
  ).id
}

async function addComment(caller: Caller, turbine: number): Promise<number> {
  return (await caller.made<{ id: number }>(`/turbines/${turbine}/comments`, { comment: 'Çatlak' })).id
}

/** Expects that signing out and in, reading and deleting work. */
async function expectEmptiable(disk: SmallDisk, caller: Caller, records: Records): Promise<void> {
  const { turbine, photo, report, comment, finding, link, user, company } = records
  const paths: Record<DeletableKind, string> = {
    link: `/links/${link}`,
    comment: `/turbines/${turbine}/comments/${comment}`,
    finding: `/turbines/${turbine}/findings/${finding}`,
    photo: `/turbines/${turbine}/photos?key=${encodeURIComponent(photo)}`,
    report: `/turbines/${turbine}/reports/${report}`,
    user: `/users/${user}`,
    turbine: `/turbines/${turbine}`,
    company: `/companies/${company}`,
  }
  expect((await caller.call('POST', '/auth/logout')).status).toBe(200)
  expect((await caller.call('GET', '/turbines')).status).toBe(401)
  const wrong = await caller.call('POST', '/auth/login', { ...SUPERADMIN, password: 'wrong-one' })
  expect([wrong.status, wrong.error]).toEqual([401, 'LOGIN_ERROR'])
  const again = await Caller.signIn(caller.origin)
  for (const path of Object.values(paths)) {
    for (const read of ['/turbines', '/companies', '/users', '/auth/profile'])
      expect((await again.call('GET', read)).status).toBe(200)
    // The other program uses the space that the last deletion has freed.
    disk.fill()
    expect(await again.call('DELETE', path), path).toMatchObject({ status: 200 })
    expect(await again.call('DELETE', path), path).toMatchObject({ status: 404 })
  }
  caller.token = again.token
}

/** Expects that additions are refused. */
async function expectRefusals(disk: SmallDisk, caller: Caller): Promise<void> {
  const refused: string[] = []
  // Some additions may fit into free pages of the database, but not all.
  for (let n = 0; n < 200 && refused.length === 0; n += 1) {
    disk.fill()
    const answer = await caller.call('POST', '/companies', { name: `E${n}`, address: 'x'.repeat(400) })
    expect([201, 503]).toContain(answer.status)
    if (answer.status === 503) refused.push(answer.error)
  }
  expect(refused).toEqual(['storage_full'])
}

async function expectEverythingWorks(caller: Caller): Promise<void> {
  const company = await caller.made<{ id: number }>('/companies', { name: 'Yeni' })
  const turbine = await caller.made<{ id: number }>('/turbines', turbineDraft(company.id))
  await caller.made(`/turbines/${turbine.id}/photos`, uploadForm({ 'b.jpg': await jpeg() }))
  await addComment(caller, turbine.id)
}

async function expectCompleteReserve(dataDir: string): Promise<void> {
  const allocated = async () => (await stat(join(dataDir, 'reserve'))).blocks * 512
  await expect.poll(allocated).toBeGreaterThanOrEqual(MIB)
}

function expectValidDatabase(dataDir: string): void {
  const database = new SQLite(join(dataDir, 'kanat.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
}
