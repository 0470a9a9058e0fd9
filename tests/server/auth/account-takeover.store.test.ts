/**
 * No chain of allowed calls takes over another account. The chains that were looked at, with their outcome:
 *
 * - Admin changes an address, then asks for a password by mail: no mail until the owner signs in with their own password.
 * - Admin changes an address and changes it back: it stays unconfirmed.
 * - A password is mailed, then the address changes: the mailed password is invalid (email-change).
 * - Old sessions, tokens and the media cookie after a new address: all ended.
 * - A stolen session changes its own address: no password by mail, both addresses are told.
 * - A stolen session changes its own password: needs the current one; superadmins get 403 for themselves (own-password).
 * - A stolen session after a mailed password: may choose the password, because it is the proof (mailed-password-sign-in).
 * - `email_confirmed: true` by an admin, or by superadmins for themselves: 403.
 * - Deactivate, change, activate: sessions and mailed passwords end, the address stays unconfirmed.
 * - Raise a role: never above admin; each request uses the role of the row, not of the token (user-changes, auth).
 * - Lower a superadmin, then edit: 403 for admins (user-changes).
 * - Move a user to another company: superadmin only; the next request sees the new company only (user-changes, photo-archives).
 * - Swap two addresses: both are unconfirmed.
 * - Delete an account and add its address again: a new id, which owns nothing of the old account (user-changes).
 * - Other roles: 403 for every call about users (every-call). Protected users: 403 for all callers (user-changes).
 * - The first superadmin from the environment: only while there is no user (first-start).
 *
 * @see docs/decisions/accounts/account-takeover.md
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OwnUser } from '#domain/user.ts'
import { type Account, type Client, makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { makeCompany } from '../../support/builders.ts'
import { readMail } from '../../support/servers/mail-server.ts'
import { mailServer, mailsSent, requestReset, setUpPasswordReset, testApp } from './password-reset-setup.ts'

setUpPasswordReset()

/** What an attacker does to an account. The attacker reads the mails to `mailbox`. */
type Step = (attacker: Client, victim: Account, mailbox: string) => Promise<unknown>

const change =
  (body: object): Step =>
  (attacker, { id }) =>
    attacker.json('PUT', `/api/users/${id}`, body)

const STEPS: Record<string, Step> = {
  'takes the address': (attacker, { id }, email) => attacker.json('PUT', `/api/users/${id}`, { email }),
  'gives the address back': (attacker, { id, email }) => attacker.json('PUT', `/api/users/${id}`, { email }),
  'confirms the address': change({ email_confirmed: true }),
  'confirms another address': (attacker, { id }, email) =>
    attacker.json('PUT', `/api/users/${id}`, { email, email_confirmed: true }),
  'deactivates the user': change({ is_active: false }),
  'activates the user': change({ is_active: true }),
  'raises the user': change({ role: 'admin' }),
  'raises the user above all': change({ role: 'superadmin' }),
  'lowers the user': change({ role: 'viewer' }),
  'moves the user': change({ company_id: 999 }),
  'sets a password': (attacker, { id }) =>
    attacker.json('PUT', `/api/users/${id}/password`, { password: 'yelkovan' }),
  'changes the own password': (attacker) =>
    attacker.json('PUT', '/api/auth/password', { password: 'yelkovan' }),
  'deletes the user': (attacker, { id }) => attacker.delete(`/api/users/${id}`),
  'asks for a password to the mailbox': (_, __, mailbox) => requestReset(mailbox),
  'asks for a password to the old address': (_, { email }) => requestReset(email),
  'uses the passwords of the mailbox': (_, victim, mailbox) => usePasswords(victim, mailbox),
}

let places = 0

/** Signs in from a new place, so that no limit refuses it. */
function login(email: string, password: string): Promise<Response> {
  places += 1
  const from = { 'X-Forwarded-For': `10.${places >> 16}.${(places >> 8) & 255}.${places & 255}` }
  return makeVisitor(testApp).json('POST', '/api/auth/login', { email, password }, from)
}

/** Signs in with everything that has come to the mailbox, and expects that no session of the victim opens. */
async function usePasswords(victim: Account, mailbox: string): Promise<void> {
  await mailsSent()
  for (const { to, source } of mailServer.received) {
    if (!to.includes(mailbox)) continue
    for (const email of [mailbox, victim.email]) {
      const answer = await login(email, readMail(source).password)
      const { user } = (await answer.json()) as { user?: OwnUser }
      expect(user?.id).not.toBe(victim.id)
    }
  }
}

let mailboxes = 0

async function attack(names: string[], attacker: Client, victim: Account): Promise<void> {
  await mailsSent()
  mailServer.received.length = 0
  const mailbox = `mailbox${++mailboxes}@attacker.example`
  for (const name of [...names, 'asks for a password to the mailbox', 'uses the passwords of the mailbox']) {
    await STEPS[name]?.(attacker, victim, mailbox)
  }
  // The password that the attacker has tried to set.
  for (const email of [mailbox, victim.email]) expect((await login(email, 'yelkovan')).status).toBe(401)
}

const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 8 })

it('gives an admin no session of a colleague, whatever the admin calls in whichever order', async () => {
  const company_id = await makeCompany(testApp)
  const attacker = await signIn(testApp, await makeUser(testApp, { role: 'admin', company_id }))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('superadmin', 'admin', 'operator'), steps, async (role, names) => {
      const victim = await makeUser(testApp, { role, company_id })
      // The other sessions belong to the victim.
      await signIn(testApp, victim)
      await attack(names, attacker, victim)
    }),
    { numRuns: 40, examples: [['operator', ['takes the address']]] },
  )
})

it('gives somebody with a stolen session no password of its owner', async () => {
  const company_id = await makeCompany(testApp)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('superadmin', 'admin', 'operator'), steps, async (role, names) => {
      const victim = await makeUser(testApp, { role, company_id })
      await attack(names, await signIn(testApp, victim), victim)
    }),
    {
      numRuns: 40,
      examples: [
        ['superadmin', ['takes the address']],
        ['superadmin', ['sets a password']],
      ],
    },
  )
})
