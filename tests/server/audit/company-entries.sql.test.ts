import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { AUDIT_ACTIONS, readableAuditActions } from '#domain/audit.ts'
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
  const answer = await client.get(`/api/audit${query}`)
  expect(answer.status).toBe(200)
  const { data, total } = (await answer.json()) as { data: AuditEntry[]; total: number }
  expect(total).toBe(data.length)
  return data
}

const editTurbine = (id: number, change: object) =>
  operator.json('PUT', `/api/turbines/${id}`, { city: 'izmir', code: 'T1', location: 'X', ...change })

const actions = async (client: Client, query = '') => (await read(client, query)).map(({ action }) => action)

it('an admin reads what happened to the own company, whoever did it, and nothing else', async () => {
  const turbine = await makeTurbine(testApp, {
    company_id: company,
    city: 'izmir',
    code: 'T1',
    location: 'X',
  })
  const elsewhere = await makeTurbine(testApp, {
    company_id: foreign,
    city: 'izmir',
    code: 'T1',
    location: 'X',
  })
  const colleague = await makeUser(testApp, { company_id: company })
  await editTurbine(turbine, { location: 'Soma' })
  await editTurbine(elsewhere, { location: 'Soma' })
  await operator.json('PUT', `/api/companies/${foreign}`, { phone: '1' })
  await operator.json('PUT', `/api/companies/${company}`, { phone: '1' })
  await operator.json('PUT', `/api/users/${colleague.id}/password`, { password: 'yelkovan-9' })
  await operator.get('/api/findings.csv')
  await clients.operator.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'x' })
  await makeVisitor(testApp).json('POST', '/api/auth/login', { email: colleague.email, password: 'wrong' })
  await makeVisitor(testApp).json('POST', '/api/auth/login', { email: 'nobody@kanat.example', password: 'x' })
  await operator.delete(`/api/users/${colleague.id}`)

  const own = await actions(clients.admin)
  expect(own).toEqual([
    'user.delete',
    'session.refuse',
    'comment.add',
    'user.set-password',
    'company.edit',
    'turbine.edit',
  ])
  expect(await actions(stranger)).toEqual(['company.edit', 'turbine.edit'])
  expect(await actions(operator)).toHaveLength(10)
  for (const query of [`?turbine_id=${elsewhere}`, `?record_kind=company&record_id=${foreign}`])
    expect(await read(clients.admin, query)).toEqual([])
})

it('new entries are seen at once, also those that change no record', async () => {
  expect(await read(clients.admin)).toEqual([])
  await (await clients.viewer.get('/api/turbines.csv')).text()
  expect(await actions(clients.admin)).toEqual(['turbine.download'])
})

it('a user who changes the company is in the log of both, without the name of the other one', async () => {
  const user = await makeUser(testApp, { role: 'operator', company_id: company })
  await operator.json('PUT', `/api/users/${user.id}`, { role: 'admin', company_id: foreign })
  const [from, to] = [
    { role: 'operator', company_id: company, company_name: 'Bora Enerji' },
    { role: 'admin', company_id: foreign, company_name: 'Lodos Rüzgâr' },
  ]
  const hidden = { company_id: null, company_name: '' }
  const reassigned = async (client: Client) => (await read(client)).map((entry) => entry.reassigned)
  expect(await reassigned(clients.admin)).toEqual([{ from, to: { ...to, ...hidden } }])
  expect(await reassigned(stranger)).toEqual([{ from: { ...from, ...hidden }, to }])
  expect(await reassigned(operator)).toEqual([
    { from, to },
    { from, to },
  ])
  await operator.json('PUT', `/api/users/${user.id}`, { first_name: 'Deniz' })
  expect((await reassigned(stranger))[0]).toBeNull()
})

it('an entry stays with the company to which its turbine belonged', async () => {
  const turbine = await makeTurbine(testApp, {
    company_id: company,
    city: 'izmir',
    code: 'T1',
    location: 'X',
  })
  await editTurbine(turbine, { location: 'Soma' })
  await editTurbine(turbine, { location: 'Soma', company_id: foreign })
  await editTurbine(turbine, { location: 'Bergama' })
  const changes = async (client: Client) => (await read(client)).map(({ changed }) => changed)
  expect(await changes(clients.admin)).toEqual([['company_id'], ['location']])
  expect(await changes(stranger)).toEqual([['location'], ['company_id']])
})

it('the filter of an admin offers what can be there', () => {
  const caller = { id: 1, role: 'admin', company_id: company } as const
  expect(AUDIT_ACTIONS.filter((action) => !readableAuditActions(caller).includes(action))).toEqual([
    'contact.send',
  ])
  expect(readableAuditActions({ ...caller, role: 'superadmin' })).toEqual(AUDIT_ACTIONS)
})
