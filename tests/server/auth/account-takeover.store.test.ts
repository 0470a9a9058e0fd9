/** No chain of allowed calls ends in another's account. docs/decisions/accounts/account-takeover.md lists the chains. */
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
