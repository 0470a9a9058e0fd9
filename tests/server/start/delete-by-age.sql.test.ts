/** Nothing goes by its age while the clock of the server may be wrong. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import { deleteByAge } from '#server/start/delete-by-age.ts'
import { compareClock, type DeletionClock, differenceOfClock } from '#server/start/deletion-clock.ts'
import { makeUser, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-27T03:00:00.000Z')

setUpApp('test')
afterEach(() => vi.useRealTimers())

/** Rows of each table that go within 400 days; those of the audit log are more than a hundred. */
async function fill(): Promise<void> {
  await signInAs(testApp, 'superadmin')
  const { id: user_id } = await makeUser(testApp)
  const { write } = testApp.services.db
  const at = new Date().toISOString()
  const rest = { request_id: '', address: '', user_email: '', action: 'user.add', record_id: '1' } as const
  const entry = { ...rest, at, record_name: '', turbine_name: '', changed: '[]', turbine_id: null, user_id }
  await write
    .insertInto('audit')
    .values(Array.from({ length: 150 }, () => entry))
    .execute()
  await write.insertInto('known_place').values({ user_id, place: '10.0.0.1', seen_at: at }).execute()
}

async function count() {
  const counts: Record<string, number> = {}
  for (const table of ['session', 'audit', 'known_place'] as const) {
    const { rows } = await testApp.services.db.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = rows
  }
  return counts
}

const difference = async () => differenceOfClock(await getInstallation(testApp.services.db.read))

/** Runs the deletion with this clock. Sessions are compared with the clock of the process. */
async function runAt(now: number, runningMs = HOUR): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now })
  await deleteByAge(testApp.services, now, runningMs)
}

describe.each([31, 400])('a start with the clock %i days ahead', (days) => {
  it('deletes nothing, and says so', async () => {
    await fill()
    const before = await count()
    const start = Date.now()
    await runAt(start)
    await runAt(start + days * DAY, 0)
    for (let hour = 0; hour < 40; hour += 1) await runAt(start + days * DAY + hour * HOUR)
    expect(await count()).toEqual(before)
    expect((await difference())?.message).toContain('2 of 3 daily runs agree')
    // The clock is right again before the third run.
    await runAt(start + 2 * HOUR)
    expect(await difference()).toBeUndefined()
    expect(await count()).toEqual(before)
  })

  it('deletes after three daily runs that agree', async () => {
    await fill()
    const start = Date.now()
    for (const run of [0, 1, 2]) await runAt(start + (days + run) * DAY)
    const { audit, ...rest } = await count()
    expect(rest).toEqual({ session: 0, known_place: 0 })
    if (days > 365) expect(audit).toBe(0)
    else expect(audit).toBeGreaterThan(100)
    expect(await difference()).toBeUndefined()
  })
})

it('deletes what is too old at each run of a server that runs all the time, however much it is', async () => {
  await fill()
  const start = Date.now()
  await testApp.services.db.write
    .updateTable('audit')
    .set({ at: new Date(start - 365 * DAY + 2 * HOUR).toISOString() })
    .execute()
  await runAt(start + HOUR)
  expect((await count()).audit).toBeGreaterThan(100)
  await runAt(start + 3 * HOUR)
  expect((await count()).audit).toBe(0)
})

it('waits until the process has run for an hour, by the monotonic clock', async () => {
  await fill()
  await testApp.services.db.write.updateTable('audit').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
  const before = await count()
  await runAt(Date.now(), HOUR - 1)
  expect(await count()).toEqual(before)
})

it('refuses a session that has ended and is not deleted yet', async () => {
  const client = await signInAs(testApp, 'superadmin')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY })
  expect((await client.get('/api/turbines')).status).toBe(401)
  await deleteByAge(testApp.services, Date.now(), HOUR)
  expect((await count()).session).toBe(1)
})

describe('a clock', () => {
  const right: DeletionClock = {
    clock_at: new Date(START).toISOString(),
    differing_runs: 0,
    differing_at: '',
  }
  /** The clock after runs at these times, in hours. */
  const clockAfter = (...hours: number[]) =>
    hours.reduce((clock, hour) => compareClock(clock, START + hour * HOUR), right)

  it('is believed within a day of the last deletion, in both directions', () => {
    for (const hour of [-24, -1, 0, 1, 24])
      expect(clockAfter(hour)).toEqual({ ...right, clock_at: new Date(START + hour * HOUR).toISOString() })
    for (const hour of [-25, 25, 31 * 24]) expect(clockAfter(hour)).toMatchObject({ differing_runs: 1 })
  })

  it('agrees only with runs of other days, also if the server is switched on once a week', () => {
    expect(clockAfter(100, 101, 119)).toMatchObject({ differing_runs: 1 })
    expect(clockAfter(100, 120, 130)).toMatchObject({ differing_runs: 2 })
    expect(clockAfter(100, 124, 148)).toMatchObject({ differing_runs: 0, differing_at: '' })
    expect(clockAfter(100, 268, 436)).toMatchObject({ differing_runs: 0 })
  })

  it('begins anew when it goes back or jumps', () => {
    expect(clockAfter(1000, 1024, 500)).toMatchObject({ differing_runs: 1 })
    expect(clockAfter(1000, 1024, 5000)).toMatchObject({ differing_runs: 1 })
    expect(clockAfter(-1000, -976)).toMatchObject({ differing_runs: 2 })
    expect(clockAfter(1000, 1024, 5)).toMatchObject({ differing_runs: 0 })
  })
})
