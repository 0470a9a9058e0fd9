/** An app with two companies, a protected user, and a signed-in user of each role. */
import { afterAll, beforeAll } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import { type Account, type Client, makeUser, makeVisitor, signInAsEachRole } from '../../support/accounts.ts'
import { makeCompany } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

export let testApp: TestApp
export let protectedUser: Account
/** The company of the signed-in users. */
export let own: number
export let foreign: number
export let clients: Record<Role, Client>

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpUsers(): void {
  beforeAll(async () => {
    testApp = await TestApp.open()
    own = await makeCompany(testApp, 'Bora Enerji')
    foreign = await makeCompany(testApp, 'Lodos Rüzgâr')
    protectedUser = await makeUser(testApp, { role: 'superadmin' })
    clients = await signInAsEachRole(testApp, own)
  })
  afterAll(() => testApp[Symbol.asyncDispose]())
}

export const signInStatus = async (email: string, password: string) =>
  (await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password })).status
