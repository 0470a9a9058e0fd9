/** Two companies with a signed-in user of each role, and a protected user. */
import { type Account, makeUser, makeVisitor } from '../../support/accounts.ts'
import { setUpTeam, testApp } from '../../support/app-setup.ts'

export let protectedUser: Account

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpUsers(): void {
  // The first superadmin is the protected one.
  setUpTeam({}, undefined, async () => {
    protectedUser = await makeUser(testApp, { role: 'superadmin' })
  })
}

export const signInStatus = async (email: string, password: string) =>
  (await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password })).status
