import { expect, it } from 'vitest'
import { calls } from '#server/start/app.ts'
import { makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { makeCompany, readError } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { makeRecords } from './call-records.ts'

interface Document {
  paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>
}

it('the contract says of every call whether it needs a body, as the server answers a call without one', async () => {
  await using testApp = await TestApp.open({ TRUST_PROXY: '1' }, undefined, 'wait')
  const { paths } = (await (await makeVisitor(testApp).get('/api/openapi.json')).json()) as Document
  const company = await makeCompany(testApp)
  const account = await makeUser(testApp, { role: 'superadmin', company_id: company })
  const client = await signIn(testApp, account)
  const withBody = calls.filter(({ inputs }) => inputs.some(({ target }) => target === 'json'))
  const faults: string[] = []
  let optional = 0
  for (const [index, { method, path }] of withBody.entries()) {
    const records = await makeRecords(testApp, company, account.id)
    const address = CALL_EXAMPLES[`${method} ${path}`]?.address?.(records) ?? path
    const answer = await client.send(method, address, undefined, { 'X-Forwarded-For': `10.1.0.${index}` })
    const isRefused = answer.status === 400 && (await readError(answer))[1] === 'validation_failed'
    const documented = paths[path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')]?.[method.toLowerCase()]
    if (documented?.requestBody?.required !== isRefused) faults.push(`${method} ${path}: ${answer.status}`)
    if (!isRefused) optional += 1
  }
  expect(faults).toEqual([])
  expect(optional).toBeGreaterThan(0)
  expect(optional).toBeLessThan(withBody.length)
})
