/**
 * Both databases answer lists in the same order, byte for byte. The databases have different orders for null and for equal values, and
 * could have different ones for letters: the texts are Turkish ones in mixed case, and many values are equal.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeUser, signIn } from '../support/accounts.ts'
import { makeTurbine, readData } from '../support/builders.ts'
import { addFinding } from '../support/finding-setup.ts'
import { saveInspection } from '../support/inspection-setup.ts'
import { TestApp } from '../support/test-app.ts'

const NAMES = 'ığdır,Iğdır,izmir,İzmir,çeşme,Çeşme,cesme,Zonguldak,şile,Sile,a b,a-b,A b'.split(',')
const SEVERITIES = [null, 3, 1, null, 5, 3, 2, 5, null]
const TYPES = ['oil', 'le-erosion', 'crack-transverse']

const apps: TestApp[] = []
/** Of SQLite and of PostgreSQL. */
const clients: Client[] = []
beforeAll(async () => {
  for (const env of [{ DATABASE_URL: '' }, {}]) {
    const testApp = await TestApp.open(env, 'disk')
    apps.push(testApp)
    clients.push(await fill(testApp))
  }
})
afterAll(() => Promise.all(apps.map((testApp) => testApp[Symbol.asyncDispose]())))

/** @returns a superadmin of the installation */
async function fill(testApp: TestApp): Promise<Client> {
  const account = await makeUser(testApp, { role: 'superadmin', email: 'ada@kanat.example' })
  const superadmin = await signIn(testApp, account)
  for (const [index, name] of NAMES.entries()) {
    const company = await superadmin.json('POST', '/api/companies', { name: `${name} ${index}` })
    const { id: company_id } = await readData<{ id: number }>(company)
    await makeUser(testApp, { company_id, email: `user-${index}@kanat.example` })
    const code = index % 3 === 0 ? 'T-1' : name
    await addFindings(superadmin, await makeTurbine(testApp, { company_id, city: name, code }), index)
  }
  // Many equal times.
  await sql`update finding set updated_at = '2026-05-0' || (1 + id % 3) || 'T10:00:00.000Z'`.execute(
    testApp.services.db.write,
  )
  return superadmin
}

async function addFindings(superadmin: Client, turbine: number, shift: number): Promise<void> {
  for (const [index, severity] of SEVERITIES.entries()) {
    const year = 2024 + ((index + shift) % 3)
    await addFinding(superadmin, turbine, {
      severity,
      year,
      found_on: `${year}-05-0${1 + (index % 2)}`,
      blade: index % 2 === 0 ? 'A' : 'B',
      type: TYPES[(index + shift) % TYPES.length],
      from_m: index % 4 === 0 ? null : index % 3,
      text: NAMES[index % NAMES.length],
    })
  }
  for (const comment of ['ı', 'İ'])
    await superadmin.json('POST', `/api/turbines/${turbine}/comments`, { comment })
  await saveInspection(superadmin, turbine, { inspector: 'Işıl' })
}

const ORDERS = ['due_on', 'severity', 'found_on', 'turbine', 'updated_at']
const LISTS = [
  '/api/turbines',
  '/api/companies',
  '/api/users',
  '/api/findings/summary',
  '/api/findings/places',
  '/api/findings/summary?status=unsolved',
  ...ORDERS.map((order) => `/api/findings?order=${order}`),
  '/api/findings?q=a-le',
  '/api/findings?q=T-1+a-le-1',
  '/api/turbines/1/findings',
  '/api/turbines/1/comments',
  '/api/audit',
  '/api/findings.csv',
  '/api/findings.geojson',
]

const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

it.each(LISTS)('%s is the same in both', async (list) => {
  const [sqlite, postgres] = await Promise.all(
    clients.map(async (client) => (await (await client.get(list)).text()).replaceAll(TIMES, '')),
  )
  expect(sqlite?.length).toBeGreaterThan(100)
  expect(postgres).toBe(sqlite)
})
