import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/user.ts'
import { type Account, type Client, makeUser, renewed, signIn } from '../../support/accounts.ts'
import { makeCompany, readData, readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { readMail } from '../../support/servers/mail-server.ts'
import {
  login,
  MINUTE,
  mailServer,
  mailsSent,
  moveClock,
  recordStatements,
  requestMail,
  requestReset,
  setUpPasswordReset,
  statusOf,
  testApp,
} from '../auth/password-reset-setup.ts'

setUpPasswordReset()

let own: number
let admin: Client
let superadmin: Client
let adminAccount: Account
beforeAll(async () => {
  own = await makeCompany(testApp)
  adminAccount = await makeUser(testApp, { role: 'admin', company_id: own })
  admin = await signIn(testApp, adminAccount)
  superadmin = await signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
})

let addresses = 0
const newEmail = () => `yeni${++addresses}@kanat.example`
const change = (client: Client, { id }: Account, body: object) => client.json('PUT', `/api/users/${id}`, body)
const isSignedIn = async (client: Client) => (await client.get('/api/auth/verify')).status === 200

/** Changes the address of a user, and returns the user as the test must name it from then on. */
async function moveTo(client: Client, account: Account, email: string): Promise<Account> {
  expect((await change(client, account, { email })).status).toBe(200)
  return { ...account, email }
}

/** The mails that a request for a new password sends. */
async function mailsAfterReset(email: string): Promise<string[]> {
  await mailsSent()
  mailServer.received.length = 0
  expect((await requestReset(email)).status).toBe(200)
  await mailsSent()
  return mailServer.received.flatMap(({ to }) => to)
}

describe('an e-mail address that an admin has changed', () => {
  it('ends all sessions and the mailed passwords of the user, and is told to both addresses', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const client = await signIn(testApp, account)
    const { password } = await requestMail(account)
    mailServer.received.length = 0
    const moved = await moveTo(admin, account, newEmail())
    expect(await isSignedIn(client)).toBe(false)
    expect((await client.get('/media/x', { Cookie: client.cookie })).status).toBe(401)
    expect(await statusOf(login(moved.email, password))).toBe(401)
    await mailsSent()
    expect(mailServer.received.flatMap(({ to }) => to).sort()).toEqual([account.email, moved.email].sort())
    for (const { source } of mailServer.received) {
      const { text, html } = readMail(source)
      for (const part of [text, html]) expect(part).toContain(moved.email)
      expect(text).toContain('Ada Yel')
    }
  })

  it('is told in the language in which the user has signed in', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const { email, password } = account
    const visitor = testApp.app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en' },
      body: JSON.stringify({ email, password }),
    })
    expect((await visitor).status).toBe(200)
    await moveTo(admin, account, newEmail())
    await mailsSent()
    const subjects = mailServer.received.map(({ source }) => readMail(source).headers.subject)
    expect(subjects).toEqual(Array(2).fill('The e-mail address of your Kanat account has changed'))

    mailServer.received.length = 0
    await moveTo(admin, await makeUser(testApp, { company_id: own }), newEmail())
    await mailsSent()
    expect(readMail(mailServer.received[0]?.source ?? '').headers.subject).toContain('e-posta adresi değişti')
  })

  it('gets no password by mail until the user has signed in with the own password', async () => {
    const moved = await moveTo(admin, await makeUser(testApp, { company_id: own }), newEmail())
    expect(await mailsAfterReset(moved.email)).toEqual([])
    moveClock(6 * MINUTE)
    expect(await mailsAfterReset(moved.email)).toEqual([])
    expect(await statusOf(login(moved.email, moved.password))).toBe(200)
    expect(await mailsAfterReset(moved.email)).toEqual([moved.email])
  })

  it('stays without passwords by mail when it is changed back', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const back = await moveTo(admin, await moveTo(admin, account, newEmail()), account.email)
    expect(await mailsAfterReset(back.email)).toEqual([])
  })

  it('runs the same statements for a request as every other account', async () => {
    const moved = await moveTo(admin, await makeUser(testApp, { company_id: own }), newEmail())
    const other = await makeUser(testApp)
    await mailsSent()
    const ran: string[][] = []
    for (const { email } of [moved, other]) {
      const stop = recordStatements()
      await requestReset(email)
      ran.push(stop())
    }
    expect(ran[0]).toEqual(ran[1])
  })

  it('is confirmed by a superadmin, by an answer or by a password', async () => {
    const moved = await moveTo(admin, await makeUser(testApp, { company_id: own }), newEmail())
    const confirm = (client: Client) => change(client, moved, { email_confirmed: true })
    expect(await readError(await confirm(admin))).toEqual([403, 'forbidden'])
    expect(await readData<User>(await confirm(superadmin))).toMatchObject({ email_confirmed: true })
    expect(await mailsAfterReset(moved.email)).toEqual([moved.email])

    const second = await moveTo(admin, await makeUser(testApp, { company_id: own }), newEmail())
    const set = superadmin.json('PUT', `/api/users/${second.id}/password`, { password: 'yelkovan' })
    expect((await set).status).toBe(200)
    expect(await mailsAfterReset(second.email)).toEqual([second.email])
  })

  it('has no effect if only upper case differs', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const client = await signIn(testApp, account)
    await moveTo(admin, account, account.email.toUpperCase())
    await mailsSent()
    expect(mailServer.received).toEqual([])
    expect(await isSignedIn(client)).toBe(true)
    expect(await mailsAfterReset(account.email)).toHaveLength(1)
  })
})

it('goes on getting passwords after a superadmin has changed it, and its sessions end, too', async () => {
  const account = await makeUser(testApp, { company_id: own })
  const client = await signIn(testApp, account)
  const moved = await moveTo(superadmin, account, newEmail())
  expect(await isSignedIn(client)).toBe(false)
  await mailsSent()
  expect(mailServer.received.flatMap(({ to }) => to).sort()).toEqual([account.email, moved.email].sort())
  expect(await mailsAfterReset(moved.email)).toEqual([moved.email])
})

it.each([
  ['is not confirmed if the superadmin says so', true, false],
  ['is confirmed if the former one was not, and that is sent along unchanged', false, true],
])('%s', async (_, was, is) => {
  const account = await makeUser(testApp, { company_id: own })
  const now = was ? account : await moveTo(admin, account, newEmail())
  const answer = await change(superadmin, now, { email: newEmail(), email_confirmed: false })
  expect((await readData<User>(answer)).email_confirmed).toBe(is)
})

it('is not confirmed if users change their own, which ends all their sessions for another', async () => {
  for (const role of ['admin', 'superadmin'] as const) {
    const account = await makeUser(testApp, { role, company_id: own })
    const [client, other] = [await signIn(testApp, account), await signIn(testApp, account)]
    const moved = { ...account, email: newEmail() }
    const next = await renewed(testApp, await change(client, account, { email: moved.email }))
    expect([await isSignedIn(client), await isSignedIn(other), await isSignedIn(next)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await mailsAfterReset(moved.email)).toEqual([])
    await expectError(change(next, moved, { email_confirmed: true }), 403, 'forbidden')
    await statusOf(login(moved.email, moved.password))
    expect(await mailsAfterReset(moved.email)).toEqual([moved.email])
  }
})

describe('an address that is taken', () => {
  it('is told ten times an hour if it is of another company, also if many ask at once', async () => {
    const foreign = await makeUser(testApp, { company_id: await makeCompany(testApp) })
    const company_id = await makeCompany(testApp)
    const [first, second] = await Promise.all(
      [1, 2].map(async () => signIn(testApp, await makeUser(testApp, { role: 'admin', company_id }))),
    )
    const [mine, colleague] = [
      await makeUser(testApp, { company_id }),
      await makeUser(testApp, { company_id }),
    ]
    // What is learned from one's own company is no secret.
    for (let n = 0; n < 12; n += 1) {
      const taken = await change(first as Client, mine, { email: colleague.email })
      expect(await readError(taken)).toEqual([409, 'email_taken'])
      mine.id = (await makeUser(testApp, { company_id })).id
    }
    const asks = Array.from({ length: 40 }, async (_, n) => {
      const target = await makeUser(testApp, { company_id })
      return change((n % 2 ? first : second) as Client, target, { email: foreign.email })
    })
    const answers = await Promise.all(asks)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(30)
    expect(refused.map((answer) => Number(answer.headers.get('Retry-After')))).toEqual(
      refused.map(() => expect.closeTo(3600, -2)),
    )
    expect(await refused[0]?.json()).toMatchObject({
      message: 'Çok fazla e-posta adresi denediniz. Adresleri 60 dakika sonra yeniden değiştirebilirsiniz.',
    })
    // Other changes go on.
    expect((await change(first as Client, mine, { last_name: 'Ak' })).status).toBe(200)
    moveClock(61 * MINUTE)
    expect((await change(first as Client, mine, { email: newEmail() })).status).toBe(200)
  })

  it('is told to a superadmin without a limit', async () => {
    const [one, other] = [await makeUser(testApp), await makeUser(testApp)]
    for (let n = 0; n < 15; n += 1) {
      const taken = await change(superadmin, one, { email: other.email })
      expect(await readError(taken)).toEqual([409, 'email_taken'])
    }
  })
})

it('can change ten times an hour for one user, because each change sends mails', async () => {
  const account = await makeUser(testApp, { company_id: own })
  for (let n = 0; n < 10; n += 1) await moveTo(admin, account, newEmail())
  await expectError(change(admin, account, { email: newEmail() }), 429, 'too_many_requests')
  expect(
    (await change(admin, await makeUser(testApp, { company_id: own }), { email: newEmail() })).status,
  ).toBe(200)
})

it('can be sent back unchanged without an effect on a mailed password', async () => {
  const account = await makeUser(testApp, { company_id: own })
  const client = await signIn(testApp, account)
  const { password } = await requestMail(account)
  expect(
    (await change(admin, account, { first_name: 'Eda', email: account.email, is_active: true })).status,
  ).toBe(200)
  expect(await isSignedIn(client)).toBe(true)
  expect(await statusOf(login(account.email, password))).toBe(200)
})

it('lets the next mail go at once after a mailed password became invalid', async () => {
  const account = await makeUser(testApp, { company_id: own })
  await requestMail(account)
  expect(await mailsAfterReset(account.email)).toEqual([])
  const moved = await moveTo(superadmin, account, newEmail())
  expect(await mailsAfterReset(moved.email)).toEqual([moved.email])
  await superadmin.json('PUT', `/api/users/${account.id}/password`, { password: 'yelkovan' })
  expect(await mailsAfterReset(moved.email)).toEqual([moved.email])
  for (const is_active of [false, true]) await change(superadmin, account, { is_active })
  expect(await mailsAfterReset(moved.email)).toEqual([moved.email])
})
