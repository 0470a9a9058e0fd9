/** What is read, changed or deleted in groups of rows is the same as in one statement, and other requests are answered between the groups. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { listFindings, listFindingsInGroups } from '#server/features/findings/finding-queries.ts'
import { deleteTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { deleteOfTurbine, forgetUser, readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { makeUser, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeTurbine } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'

/** More than one group of each kind, and the last one is not full. */
const FINDINGS = 620
/** More than the groups of its findings. */
const VERSIONS = 40

let author: number
let turbine: number
setUpApp('file')

/** A turbine with findings of one user. Each place of a blade has several, some have none, and their order is not that of their ids. */
beforeEach(async () => {
  const superadmin = await signInAs(testApp, 'superadmin')
  turbine = await makeTurbine(testApp, { company_id: 999 })
  author = (await makeUser(testApp, { role: 'superadmin', company_id: 999 })).id
  await addFinding(superadmin, turbine, {})
  const { write } = testApp.services.db
  const { id: _, ...row } = await write
    .selectFrom('finding')
    .selectAll()
    .where('turbine_id', '=', turbine)
    .executeTakeFirstOrThrow()
  await write.deleteFrom('finding').where('turbine_id', '=', turbine).execute()
  for (let serial = 1; serial <= FINDINGS; serial += 1) {
    const blade = (['C', 'A', 'B'] as const)[serial % 3] ?? 'A'
    const from_m = serial % 7 === 0 ? null : (serial * 37) % 11
    await write
      .insertInto('finding')
      .values({ ...row, serial, blade, from_m, to_m: from_m, user_id: author })
      .execute()
  }
})

const inTransaction = <Result>(work: (db: Writer) => Promise<Result>) =>
  testApp.services.db.write.transaction().execute(work)

/** How many turns of the event loop other work gets between the first statement and the end. */
async function turnsOf(work: (db: Writer) => Promise<unknown>): Promise<number> {
  return inTransaction(async (db) => {
    let turns = 0
    let isOver = false
    const over = work(db).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
    await over
    return turns
  })
}

const count = async (column: 'turbine_id' | 'user_id', value: number) =>
  (await testApp.services.db.write.selectFrom('finding').select('id').where(column, '=', value).execute())
    .length

describe('in groups', () => {
  it('findings are listed as in one statement', async () => {
    const whole = await listFindings(testApp.services.db.write, turbine, {})
    expect(whole).toHaveLength(FINDINGS)
    expect(await inTransaction((db) => listFindingsInGroups(db, turbine))).toEqual(whole)
  })

  it('each row is read once, in groups of 250 at most', async () => {
    const ids = Array.from({ length: FINDINGS }, (_, index) => index)
    const sizes: number[] = []
    const read = await readInGroups(ids, async (group) => {
      sizes.push(group.length)
      return group
    })
    expect(read).toEqual(ids)
    expect(sizes).toEqual([250, 250, 120])
  })

  it('the findings of a turbine are deleted', async () => {
    const other = await count('user_id', author)
    expect(await turnsOf((db) => deleteOfTurbine(db, 'finding', turbine))).toBeGreaterThanOrEqual(6)
    expect([other, await count('turbine_id', turbine)]).toEqual([FINDINGS, 0])
  })

  it('the versions of a turbine are deleted one by one, because each has a document of megabytes', async () => {
    const { write } = testApp.services.db
    const row = {
      turbine_id: turbine,
      year: 2026,
      published_at: '',
      user_id: null,
      user_name: '',
      fields: null,
    }
    for (let version = 1; version <= VERSIONS; version += 1)
      await write
        .insertInto('inspection_version')
        .values({ ...row, version, photos: 0, looked_at: 0, sha256: null, document: null })
        .execute()
    expect(await turnsOf((db) => deleteTurbine(db, turbine))).toBeGreaterThanOrEqual(VERSIONS)
    const left = await write.selectFrom('inspection_version').select('id').execute()
    expect([left, await count('turbine_id', turbine)]).toEqual([[], 0])
  })

  it('findings no longer name their author', async () => {
    expect(await turnsOf((db) => forgetUser(db, author))).toBeGreaterThanOrEqual(6)
    expect([await count('turbine_id', turbine), await count('user_id', author)]).toEqual([FINDINGS, 0])
  })
})
