import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INVITATION_MS } from '#domain/limits.ts'
import { type Client, makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { makeCompany, readError } from '../../support/builders.ts'
import { readMail } from '../../support/servers/mail-server.ts'
import { TestApp } from '../../support/test-app.ts'
import {
  login,
  mailServer,
  mailsSent,
  moveClock,
  newAddress,
  requestReset,
  setUpPasswordReset,
  testApp,
} from '../auth/password-reset-setup.ts'

setUpPasswordReset()

let superadmin: Client
let company_id: number
let counter = 0
beforeAll(async () => {
  superadmin = await signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
  company_id = await makeCompany(testApp, 'Poyraz Enerji')
})
beforeEach(mailsSent)

const draft = () => ({
  first_name: 'Ada',
  last_name: 'Yel',
  email: `davet${++counter}@kanat.example`,
  role: 'viewer',
  company_id,
})
const lastMail = async () => {
  await mailsSent()
  return readMail(mailServer.received.at(-1)?.source ?? '')
}
const accept = (token: string, password = 'yelkovan-9', headers = { 'X-Forwarded-For': newAddress() }) =>
  makeVisitor(testApp).json('POST', `/api/invitations/${token}`, { password }, headers)

async function invite(): Promise<{ email: string; token: string }> {
  const user = draft()
  const answer = await superadmin.json('POST', '/api/invitations', user)
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([201, ['success', 'data']])
  const { text } = await lastMail()
  const [, token = ''] = /https:\/\/kanat\.example\/invitation#(\S+)/.exec(text) ?? []
  return { email: user.email, token }
}

describe('an invitation', () => {
  it('is mailed as a link with which the user chooses a password, once', async () => {
    const { email, token } = await invite()
    expect((await login(email, '')).status).toBe(400)
    expect((await login(email, 'yelkovan-9')).status).toBe(401)
    const opened = await makeVisitor(testApp).get(`/api/invitations/${token}`)
    expect(await opened.json()).toMatchObject({ data: { email, company_name: 'Poyraz Enerji' } })
    expect(await readError(await accept(token, 'kısa'))).toEqual([400, 'validation_failed'])
    expect((await accept(token)).status).toBe(200)
    expect(await readError(await accept(token, 'başka-şifre'))).toEqual([404, 'invitation_not_found'])
    const answer = await login(email, 'yelkovan-9')
    expect(await answer.json()).toMatchObject({ user: { must_change_password: false } })
    expect(await testApp.storedText()).not.toContain(token)
  })

  it('expires, ends with its user, and is not found by guessing', async () => {
    const [late, gone] = [await invite(), await invite()]
    await testApp.services.db.write
      .updateTable('user')
      .set({ is_active: 0 })
      .where('email', '=', gone.email)
      .execute()
    expect((await accept(gone.token)).status).toBe(404)
    const place = { 'X-Forwarded-For': newAddress() }
    const statuses = []
    for (let index = 0; index < 62; index++)
      statuses.push((await accept('invented', 'yelkovan-9', place)).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429, 429])
    moveClock(INVITATION_MS + 1)
    expect((await accept(late.token)).status).toBe(404)
  })

  it('ends with a new address, a password of another person, and a sign-in by mail', async () => {
    const change = (id: number, path: string, body: object) =>
      superadmin.json('PUT', `/api/users/${id}${path}`, body)
    const ends: ((user: { id: number; email: string }) => Promise<unknown>)[] = [
      ({ id }) => change(id, '', { email: `yeni${id}@kanat.example` }),
      ({ id }) => change(id, '/password', { password: 'poyraz-70' }),
      async ({ email }) => {
        await requestReset(email)
        await login(email, (await lastMail()).password)
      },
    ]
    for (const end of ends) {
      const { email, token } = await invite()
      const { id } = await testApp.services.db.read
        .selectFrom('user')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await end({ id, email })
      expect((await accept(token)).status).toBe(404)
    }
  })

  it('is shown once to the person who invites, if the server sends no mail', async () => {
    await using silent = await TestApp.open({ SMTP_URL: '' })
    const admin = await signIn(silent, await makeUser(silent, { role: 'superadmin' }))
    const user = { ...draft(), company_id: 999 }
    const headers = { 'Idempotency-Key': 'davet' }
    const answer = await admin.json('POST', '/api/invitations', user, headers)
    const { address } = (await answer.json()) as { address: string }
    expect(address).toMatch(/\/invitation#[\w-]{32}$/)
    const again = await admin.json('POST', '/api/invitations', user, headers)
    expect(await again.json()).not.toHaveProperty('address')
  })
})

describe('a password that another person has set', () => {
  const subjects = () => mailServer.received.map(({ source }) => readMail(source).headers.subject)

  it('is told to its user by mail, and asks for another at the sign-in', async () => {
    const user = draft()
    await superadmin.json('POST', '/api/users', { ...user, password: 'poyraz-70' })
    await mailsSent()
    expect(subjects()).toEqual(['Kanat hesabınız için bir şifre belirlendi'])
    const answer = await login(user.email, 'poyraz-70')
    const { token, user: opened } = (await answer.json()) as { token: string; user: { id: number } }
    expect(opened).toMatchObject({ must_change_password: true })
    // The specification lets such a user work: the panel asks, and no mail was read by others.
    const client = { Authorization: `Bearer ${token}` }
    expect((await makeVisitor(testApp).get('/api/turbines', client)).status).toBe(200)
    mailServer.received.length = 0
    await superadmin.json('PUT', `/api/users/${opened.id}/password`, { password: 'lodos-71-x' })
    await mailsSent()
    expect(subjects()).toEqual(['Kanat hesabınız için bir şifre belirlendi'])
    expect(await (await login(user.email, 'lodos-71-x')).json()).toMatchObject({
      user: { must_change_password: true },
    })
  })
})

it('tells users of a sign-in from a new place, once a place, and not of the first', async () => {
  const account = await makeUser(testApp)
  const from = (address: string) =>
    makeVisitor(testApp).json(
      'POST',
      '/api/auth/login',
      { email: account.email, password: account.password },
      { 'X-Forwarded-For': address },
    )
  const [home, away] = [newAddress(), newAddress()]
  await from(home)
  await from(home)
  await mailsSent()
  expect(mailServer.received).toEqual([])
  await from(away)
  await from(away)
  await mailsSent()
  expect(mailServer.received.map(({ to }) => to)).toEqual([[account.email]])
  expect((await lastMail()).text).toContain(away)
})
