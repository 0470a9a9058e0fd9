/** An app with a signed-in superadmin of a company, and no audit entries before each test. */
import { beforeAll, beforeEach } from 'vitest'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany } from '../../support/builders.ts'

export let account: Account
export let client: Client
export let own: number

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpAudit(): void {
  setUpApp('file', { env: { TRUST_PROXY: '1' } })
  beforeAll(async () => {
    own = await makeCompany(testApp, 'Bora Enerji')
    account = await makeUser(testApp, { role: 'superadmin', email: 'ada@kanat.example', company_id: own })
    client = await signIn(testApp, account)
  })
  beforeEach(() => testApp.services.db.write.deleteFrom('audit').execute())
}
