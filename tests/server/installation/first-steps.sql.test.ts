import { expect, it } from 'vitest'
import type { FirstSteps } from '#domain/installation/first-steps.ts'
import { isNew, nextStep } from '#domain/installation/first-steps.ts'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, uploadForm } from '../../support/builders.ts'

setUpApp('test')

async function read(client: Client): Promise<FirstSteps> {
  const answer = await client.get('/api/first-steps')
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: FirstSteps }).data
}

it('an installation goes from nothing to its first photos', async () => {
  const client = await signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
  const empty = await read(client)
  expect(empty).toEqual({ done: [], skipped: [], turbine_id: null })
  expect(nextStep(empty)).toBe('company')

  const company = await makeCompany(testApp)
  expect(nextStep(await read(client))).toBe('turbines')
  const turbine = await makeTurbine(testApp, { company_id: company })
  expect(await read(client)).toEqual({ done: ['company', 'turbines'], skipped: [], turbine_id: turbine })
  await makeUser(testApp, { role: 'operator', company_id: company })
  expect(isNew(await read(client))).toBe(true)
  await client.sendForm(`/api/turbines/${turbine}/photos`, uploadForm({ 'a.jpg': await jpeg() }))
  const last = await read(client)
  expect(last.done).toEqual(['company', 'turbines', 'people', 'photos'])
  expect([isNew(last), nextStep(last)]).toEqual([false, 'settings'])
})

it('a skipped step stays skipped for every superadmin, and an unknown one is refused', async () => {
  const client = await signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
  const other = await signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
  const put = (skipped: string[]) => client.json('PUT', '/api/first-steps', { skipped })
  expect((await put(['company', 'company'])).status).toBe(200)
  const steps = await read(other)
  expect(steps.skipped).toEqual(['company'])
  expect(nextStep(steps)).toBe('turbines')
  expect((await put(['coffee'])).status).toBe(400)
  expect((await put([])).status).toBe(200)
  expect((await read(other)).skipped).toEqual([])
})
