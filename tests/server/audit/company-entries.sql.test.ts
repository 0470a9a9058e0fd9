import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { type Client, makeUser, makeVisitor, signInAs } from '../../support/accounts.ts'
import { clients, company, foreign, setUpTeam, testApp } from '../../support/app-setup.ts'
import { makeTurbine } from '../../support/builders.ts'

/** A superadmin of the operator, and the admin of another company. */
let operator: Client
let stranger: Client
setUpTeam({ env: { TRUST_PROXY: '1' } })
beforeAll(async () => {
  operator = await signInAs(testApp, 'superadmin', 999)
  stranger = await signInAs(testApp, 'admin', foreign)
})
beforeEach(() => testApp.services.db.write.deleteFrom('audit').execute())

async function read(client: Client, query = ''): Promise<AuditEntry[]> {
  const { data, total } = (await (await client.get(`/api/audit${query}`)).json()) as {
    data: AuditEntry[]
    total: number
  }
  expect(total).toBe(data.length)
  return data
}

const actions = async (client: Client) => (await read(client)).map(({ action }) => action)
const editTurbine = (id: number, change: object) =>
  operator.json('PUT', `/api/turbines/${id}`, { city: 'izmir', code: 'T1', location: 'Soma', ...change })

it('an admin reads what happened to the own company, whoever did it, and nothing else', async () => {
  const turbine = await makeTurbine(testApp, { company_id: company, code: 'T1' })
  const elsewhere = await makeTurbine(testApp, { company_id: foreign, code: 'T1' })
  const colleague = await makeUser(testApp, { company_id: company })
  expect(await actions(clients.admin)).toEqual([])
  await editTurbine(turbine, {})
  await editTurbine(elsewhere, {})
  for (const id of [foreign, company]) await operator.json('PUT', `/api/companies/${id}`, { phone: '1' })
  await operator.json('PUT', `/api/users/${colleague.id}/password`, { password: 'yelkovan-9' })
  await (await operator.get('/api/findings.csv')).text()
  await (await clients.viewer.get('/api/turbines.csv')).text()
  for (const email of [colleague.email, 'nobody@kanat.example'])
    await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password: 'wrong' })
  await operator.delete(`/api/users/${colleague.id}`)

  const ofTurbine = ['company.edit', 'turbine.edit']
  const ofUsers = ['user.delete', 'session.refuse', 'turbine.download', 'user.set-password']
  expect(await actions(clients.admin)).toEqual([...ofUsers, ...ofTurbine])
  expect(await actions(stranger)).toEqual(ofTurbine)
  expect(await actions(operator)).toHaveLength(10)
  expect(await read(clients.admin, `?turbine_id=${elsewhere}`)).toEqual([])
})

it('a user who changes the company is in the log of both, without the name of the other one', async () => {
  const user = await makeUser(testApp, { role: 'operator', company_id: company })
  await operator.json('PUT', `/api/users/${user.id}`, { role: 'admin', company_id: foreign })
  const from = { role: 'operator', company_id: company, company_name: 'Bora Enerji' }
  const to = { role: 'admin', company_id: foreign, company_name: 'Lodos Rüzgâr' }
  const hidden = { company_id: null, company_name: '' }
  const reassigned = async (client: Client) => (await read(client)).map((entry) => entry.reassigned)
  expect(await reassigned(clients.admin)).toEqual([{ from, to: { ...to, ...hidden } }])
  expect(await reassigned(stranger)).toEqual([{ from: { ...from, ...hidden }, to }])
  expect(await reassigned(operator)).toEqual(Array(2).fill({ from, to }))
})

it('an entry stays with the company to which its turbine belonged', async () => {
  const turbine = await makeTurbine(testApp, { company_id: company, code: 'T1', location: 'Bergama' })
  await editTurbine(turbine, {})
  await editTurbine(turbine, { company_id: foreign })
  await editTurbine(turbine, { location: 'Bergama' })
  const changes = async (client: Client) => (await read(client)).map(({ changed }) => changed[0])
  expect(await changes(clients.admin)).toEqual(['company_id', 'location'])
  expect(await changes(stranger)).toEqual(['location', 'company_id'])
})
