/** An app with a signed-in operator, and a new turbine of their company before each test. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Client, signInAs } from '../../support/accounts.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

export let testApp: TestApp
export let company: number
export let operator: Client
export let turbine: number

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpTurbine(): void {
  beforeAll(async () => {
    testApp = await TestApp.open({ MAX_FILE_MB: '8', MAX_FILES: '6' })
    company = await makeCompany(testApp)
    operator = await signInAs(testApp, 'operator', company)
  })
  afterAll(() => testApp[Symbol.asyncDispose]())
  beforeEach(async () => {
    turbine = await makeTurbine(testApp, { company_id: company })
  })
}
