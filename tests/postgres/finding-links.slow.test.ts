/** SQL by hand in two transactions at the same time. The server itself lets one transaction write at a time. */
import { Client } from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { client, database, setUpDatabase, stack } from './database-setup.ts'

setUpDatabase()

let other: Client

beforeEach(async () => {
  other = new Client({ connectionString: database.url })
  await other.connect()
  stack.defer(() => other.end())
  await client.query(`
    insert into turbine (id, city, code, location, company_id, created_at, updated_at)
    values (1, 'izmir', 'T1', 'Karaburun', 999, '', '');
    insert into finding (id, turbine_id, serial, blade, side, type, year, found_on, user_name, created_at, updated_at)
    select id, 1, id, 'A', 'LE', 'le-erosion', 2026, day, 'Ada Yel', '', ''
    from (values (1, '2024-01-01'), (2, '2025-01-01')) as finding (id, day)`)
})

const LATER_DAY = `update finding set found_on = '2026-01-01' where id = 1`
const OTHER_BLADE = `update finding set blade = 'B' where id = 1`
const LINK = 'update finding set earlier_id = 1 where id = 2'

it.each([
  { first: LATER_DAY, second: LINK },
  { first: LINK, second: LATER_DAY },
  { first: OTHER_BLADE, second: LINK },
  { first: LINK, second: OTHER_BLADE },
])('refuses "$second" while "$first" is not committed', async ({ first, second }) => {
  await client.query(`begin; ${first}`)
  const refused = expect(other.query(second)).rejects.toThrow(/continues one of an earlier day/)
  await waitUntilLocked()
  await client.query('commit')
  await refused
})

async function waitUntilLocked(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await client.query(`select 1 from pg_locks where not granted`)
      return rows.length
    })
    .toBeGreaterThan(0)
}
