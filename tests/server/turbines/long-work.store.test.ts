/** No call holds the event loop: what is long goes on in groups, in turns or in the threads of the database. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { FINDINGS_PER_TURBINE_MAX } from '#domain/limits.ts'
import { findingCoco } from '#server/features/findings/files/finding-coco.ts'
import { pagesOfFindings } from '#server/features/findings/files/finding-pages.ts'
import { mapInTurns, yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { readError } from '../../support/builders.ts'
import { addFinding, findingsOf, sendFinding } from '../../support/finding-setup.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'

setUpFarm('test', ['superadmin'], { of: 999 })

/** Gives the turbine this many findings: copies of one. */
async function addFindings(count: number): Promise<void> {
  await addFinding(superadmin, turbine, { severity: 3 })
  for (let made = 1; made < count; made *= 2) {
    await sql`
      insert into finding (turbine_id, serial, blade, side, type, severity, positions_m, text, status, year, found_on, due_reason,
        user_name, created_at, updated_at)
      select turbine_id, serial + ${made}, blade, side, type, severity, positions_m, text, status, year, found_on, due_reason,
        user_name, created_at, updated_at
      from finding where turbine_id = ${turbine} order by id limit ${Math.min(made, count - made)}`.execute(
      testApp.services.db.write,
    )
  }
}

const countFindings = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from finding`.execute(
    testApp.services.db.write,
  )
  return Number(rows[0]?.count)
}

/** How many turns of the event loop other work gets meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  let turns = 0
  while (!isOver) {
    await nextTurn()
    turns += 1
  }
  await over
  return turns
}

describe('work in turns', () => {
  it('goes on with one piece in each turn of the event loop, however many wait', async () => {
    const resumed: number[] = []
    let turn = 0
    const waiting = Array.from({ length: 20 }, () => yieldToEventLoop().then(() => resumed.push(turn)))
    for (; resumed.length < 20; turn += 1) await nextTurn()
    await Promise.all(waiting)
    for (const each of new Set(resumed)) expect(resumed.filter((other) => other === each)).toHaveLength(1)
  })

  it('has the results of all items in their order', async () => {
    const items = Array.from({ length: 3000 }, (_, index) => index)
    expect(await mapInTurns(items, (item) => item * 2)).toEqual(items.map((item) => item * 2))
  })
})

describe('a turbine with many findings', () => {
  it('is deleted in groups of rows', async () => {
    await addFindings(1000)
    const deletion = superadmin.delete(`/api/turbines/${turbine}`)
    expect(await turnsDuring(deletion)).toBeGreaterThan(10)
    expect((await deletion).status).toBe(200)
    expect(await countFindings()).toBe(0)
  })

  it.skipIf(isOnPostgres)('is deleted completely or not at all', async () => {
    await addFindings(250)
    await sql`
      create trigger refuse_last before delete on finding
      when (select count(*) from finding) < 100 begin select raise(abort, 'refused'); end`.execute(
      testApp.services.db.write,
    )
    expect((await superadmin.delete(`/api/turbines/${turbine}`)).status).toBe(500)
    expect(await countFindings()).toBe(250)
  })

  it('is exported in pieces of at most a hundred findings', async () => {
    await addFindings(450)
    const caller = { id: 1, role: 'superadmin', company_id: 999 } as const
    const sizes: number[] = []
    for await (const page of pagesOfFindings(testApp.services.db.read, caller, {})) sizes.push(page.length)
    expect(sizes).toEqual([100, 100, 100, 100, 50])
    const pieces: string[] = []
    for await (const piece of findingCoco(pagesOfFindings(testApp.services.db.read, caller, {}), {
      pixels: 'upright',
      folders: new Map(),
    }))
      pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(5)
    expect(JSON.parse(pieces.join(''))).toMatchObject({ images: [], annotations: [] })
  })

  it('gets no more than it may have, one at a time or by a file', async () => {
    await addFindings(FINDINGS_PER_TURBINE_MAX)
    const refusal = [409, 'turbine_has_too_many_findings']
    expect(await readError(await sendFinding(superadmin, turbine))).toEqual(refusal)
    const csv = 'blade,side,type\nB,LE,oil'
    for (const dry_run of [true, false]) {
      const file = { csv, distances_from: 'root', dry_run }
      const answer = await superadmin.json('POST', findingsOf(turbine, '/import'), file)
      expect(await readError(answer)).toEqual(refusal)
    }
    expect(await countFindings()).toBe(FINDINGS_PER_TURBINE_MAX)
    const [last] = await testApp.services.db.write.selectFrom('finding').select('id').limit(1).execute()
    expect((await superadmin.delete(findingsOf(turbine, `/${last?.id}`))).status).toBe(200)
    const importLines = (lines: number) =>
      superadmin.json('POST', findingsOf(turbine, '/import'), {
        csv: `blade,side,type${'\nB,LE,oil'.repeat(lines)}`,
        distances_from: 'root',
        dry_run: false,
      })
    expect(await readError(await importLines(2))).toEqual(refusal)
    expect((await importLines(1)).status).toBe(200)
    expect(await countFindings()).toBe(FINDINGS_PER_TURBINE_MAX)
  })

  it('refuses a file with too many findings before the rules check its lines', async () => {
    const [room, lines] = [1900, 2000]
    await testApp.services.db.write.updateTable('turbine').set({ blade_length: 50 }).execute()
    await addFindings(FINDINGS_PER_TURBINE_MAX - room)
    const send = (count: number) =>
      superadmin.json('POST', findingsOf(turbine, '/import'), {
        csv: `blade,side,type,Distance from the root (m)${'\nB,LE,oil,60'.repeat(count)}`,
        distances_from: 'root',
        dry_run: true,
      })
    // The places are beyond the tip, which only the rules say.
    const few = await send(10)
    expect(few.status).toBe(200)
    expect((await few.json()) as object).toMatchObject({ data: { accepted: 0 } })
    expect(await readError(await send(lines))).toEqual([409, 'turbine_has_too_many_findings'])
  })
})

describe.skipIf(isOnPostgres)('the threads of the database', () => {
  const slow = sql<{ n: number }>`
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 50000) select max(n) as n from number`

  it('lets users take turns', async () => {
    const ended: string[] = []
    const read = (id: number, name: string) =>
      slow
        .execute(testApp.services.db.readFor({ id, company_id: id, role: undefined }, undefined) as never)
        .then(() => ended.push(name))
    // Both threads have begun.
    await Promise.all([read(1, 'first'), read(2, 'first')])
    ended.length = 0
    const all = [...Array.from({ length: 20 }, () => read(1, 'a')), read(2, 'b')]
    await Promise.all(all)
    // Without turns it is the last one. The system decides how fast each of both threads is.
    expect(ended.indexOf('b')).toBeLessThan(15)
  })

  it('keeps the event loop free, and reports the errors of SQLite', async () => {
    expect(
      await turnsDuring(
        slow.execute(
          testApp.services.db.readFor({ id: 1, company_id: 7, role: undefined }, undefined) as never,
        ),
      ),
    ).toBeGreaterThan(3)
    const wrong = sql`select nothing from nowhere`.execute(
      testApp.services.db.readFor({ id: 1, company_id: 7, role: undefined }, undefined) as never,
    )
    await expect(wrong).rejects.toMatchObject({ name: 'SqliteError', code: 'SQLITE_ERROR' })
  })
})

it('an answer for a day that the caller has chosen is not remembered', async () => {
  const hits = async () => {
    const { text } = await testApp.services.metrics.text()
    return Number(/^kanat_remembered_answers_total\{result="hit"\} (\d+)/m.exec(text)?.[1])
  }
  const send = async (query: string) => {
    for (let time = 0; time < 2; time += 1) await superadmin.get(`/api/findings/summary${query}`)
  }
  await send('?due_before=2026-05-01')
  expect(await hits()).toBe(0)
  await send('')
  expect(await hits()).toBe(1)
})
