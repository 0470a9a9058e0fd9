import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROOF_MS } from '#domain/limits.ts'
import { fingerprint, makePassword } from '#server/core/access/made-password.ts'
import { storeMailedPassword } from '#server/features/auth/mailed-password-queries.ts'
import {
  type Account,
  type Client,
  makeUser,
  makeVisitor,
  renewed,
  signIn,
  signInAs,
} from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { Authenticator } from '../../support/authenticator.ts'
import { makeCompany, readData, readError } from '../../support/builders.ts'
import { codeOf, decodeBase32, enrolPasskey, enrolTotp, giveRecoveryCodes } from '../../support/factors.ts'

setUpApp('file', { env: { TRUST_PROXY: '1' } })
afterEach(() => vi.useRealTimers())

let account: Account
let secret: Buffer
beforeEach(async () => {
  account = await makeUser(testApp, { role: 'superadmin' })
  secret = await enrolTotp(testApp, account.id)
})

const prove = (client: Client, code: string | undefined, kind = 'totp', headers = {}) =>
  client.json('POST', `/api/auth/factor/${kind}`, { code }, headers)
const statusOf = async (answer: Promise<Response>) => (await answer).status
const mayRead = (client: Client) => statusOf(client.get('/api/turbines'))
const challengeOf = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { options: { challenge: string } }).options.challenge
const userRow = () =>
  testApp.services.db.read
    .selectFrom('user')
    .selectAll()
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()

/** Makes the proof of all the user's sessions older than it may be. */
async function ageProofs(): Promise<void> {
  const proved_at = new Date(Date.now() - PROOF_MS - 1000).toISOString()
  await testApp.services.db.write
    .updateTable('session')
    .set({ proved_at })
    .where('user_id', '=', account.id)
    .execute()
}

describe('a sign-in with the right password', () => {
  it('opens nothing but the second factor, whose code completes the same session, once', async () => {
    const codes = await giveRecoveryCodes(testApp, account.id)
    const answer = await makeVisitor(testApp).json('POST', '/api/auth/login', {
      email: account.email,
      password: account.password,
    })
    expect(await answer.clone().json()).toMatchObject({ second_factor: ['totp', 'recovery'] })
    const client = await renewed(testApp, answer)
    expect(await readError(await client.get('/api/turbines'))).toEqual([403, 'second_factor_required'])
    expect(await readError(await client.get('/media/x', { Cookie: client.cookie }))).toEqual([
      403,
      'second_factor_required',
    ])
    expect((await userRow()).last_sign_in_at).toBeNull()
    const code = codeOf(secret)
    expect(await statusOf(prove(client, code))).toBe(200)
    expect(await mayRead(client)).toBe(200)
    expect((await userRow()).last_sign_in_at).not.toBeNull()

    const second = await signIn(testApp, account)
    expect(await readError(await prove(second, code))).toEqual([401, 'invalid_code'])
    expect(await mayRead(second)).toBe(403)
    expect(await statusOf(prove(second, codes[0], 'recovery'))).toBe(200)
    expect(await mayRead(second)).toBe(200)
    const third = await signIn(testApp, account)
    expect(await statusOf(prove(third, codes[0], 'recovery'))).toBe(401)
  })

  it('does not end other sessions, however often, without the factor', async () => {
    const mine = await signIn(testApp, account)
    await prove(mine, codeOf(secret))
    for (let index = 0; index < 60; index++) await signIn(testApp, account)
    expect(await mayRead(mine)).toBe(200)
  })

  it('is not told of as a known place before the factor', async () => {
    await signIn(testApp, account)
    const places = await testApp.services.db.read
      .selectFrom('known_place')
      .selectAll()
      .where('user_id', '=', account.id)
      .execute()
    expect(places).toEqual([])
  })
})

it('is asked after a mailed password, too, which is spent only then', async () => {
  const other = await signIn(testApp, account)
  await prove(other, codeOf(secret))
  const password = makePassword()
  await storeMailedPassword(testApp.services.db.write, account.id, fingerprint(password))
  const client = await signIn(testApp, { ...account, password })
  expect(await readError(await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' }))).toEqual(
    [403, 'second_factor_required'],
  )
  expect((await userRow()).password_hash).not.toBe('')
  expect(await mayRead(other)).toBe(200)
  expect(await statusOf(prove(client, codeOf(secret, 1)))).toBe(200)
  expect((await userRow()).password_hash).toBe('')
  expect(await mayRead(other)).toBe(401)
  expect(await statusOf(client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' }))).toBe(200)
})

describe('a flood of guesses', () => {
  it('is stopped for the account and place, while a known place of the user still works', async () => {
    const known = { 'X-Forwarded-For': '192.0.2.1' }
    const foreign = { 'X-Forwarded-For': '192.0.2.2' }
    const first = await signIn(testApp, account)
    expect(await statusOf(prove(first, codeOf(secret), 'totp', known))).toBe(200)
    const thief = await signIn(testApp, account)
    const statuses = []
    for (let index = 0; index < 10; index++) {
      statuses.push(await statusOf(prove(thief, '000000', 'totp', foreign)))
    }
    expect(statuses).toEqual([...Array(8).fill(401), 429, 429])
    const answer = await prove(thief, codeOf(secret, 1), 'totp', foreign)
    expect([answer.status, Number(answer.headers.get('Retry-After')) > 0]).toEqual([429, true])
    for (let place = 3; place < 20; place++)
      await prove(thief, '000000', 'totp', { 'X-Forwarded-For': `192.0.2.${place}` })
    expect(await statusOf(prove(thief, '000000', 'totp', { 'X-Forwarded-For': '198.51.100.1' }))).toBe(429)
    const mine = await signIn(testApp, account)
    expect(await statusOf(prove(mine, codeOf(secret, 1), 'totp', known))).toBe(200)
  })
})

describe('a passkey', () => {
  const signInWith = (authenticator: Authenticator, challenge: string, options = {}) =>
    makeVisitor(testApp).json('POST', '/api/auth/passkey', {
      response: authenticator.prove(challenge, options),
    })
  const newChallenge = () => challengeOf(makeVisitor(testApp).json('POST', '/api/auth/passkey/options', {}))

  it('signs in alone, each challenge once, and only with its user verified', async () => {
    const authenticator = await enrolPasskey(testApp, account.id)
    const challenge = await newChallenge()
    expect(await statusOf(signInWith(authenticator, challenge, { verified: false }))).toBe(401)
    const answer = await signInWith(authenticator, challenge)
    expect(answer.status).toBe(200)
    expect(await mayRead(await renewed(testApp, answer))).toBe(200)
    expect(await readError(await signInWith(authenticator, challenge))).toEqual([401, 'invalid_code'])
    expect(await statusOf(signInWith(authenticator, 'invented'))).toBe(401)
    await testApp.edit('user', account.id, { is_active: 0 })
    expect(await statusOf(signInWith(authenticator, await newChallenge()))).toBe(401)
  })

  it('completes a sign-in with a password, and answers no challenge of another session', async () => {
    const authenticator = await enrolPasskey(testApp, account.id)
    const client = await signIn(testApp, account)
    const options = (of: Client) => challengeOf(of.json('POST', '/api/auth/factor/passkey/options', {}))
    const foreign = await options(await signIn(testApp, account))
    const send = (challenge: string, by = authenticator) =>
      client.json('POST', '/api/auth/factor/passkey', { response: by.prove(challenge) })
    expect(await statusOf(send(foreign))).toBe(401)
    const thief = await makeUser(testApp)
    expect(await statusOf(send(await options(client), await enrolPasskey(testApp, thief.id)))).toBe(401)
    expect(await mayRead(client)).toBe(403)
    expect(await statusOf(send(await options(client)))).toBe(200)
    expect(await mayRead(client)).toBe(200)
  })

  it('is refused if it was made for another site', async () => {
    const mine = await makeUser(testApp)
    const client = await signIn(testApp, mine)
    const challenge = await challengeOf(client.json('POST', '/api/account/passkeys/options', {}))
    const response = new Authenticator('https://kanat.example.org').register(challenge)
    expect(await statusOf(client.json('POST', '/api/account/passkeys', { name: 'x', response }))).toBe(401)
  })
})

describe('a change of factors', () => {
  const enrol = async (client: Client) => {
    const { secret } = (await (await client.json('POST', '/api/account/totp', {})).json()) as {
      secret: string
    }
    return secret
  }
  const calls = [
    ['POST', '/api/account/totp'],
    ['POST', '/api/account/passkeys/options'],
    ['DELETE', '/api/account/totp'],
    ['POST', '/api/account/recovery-codes'],
  ] as const

  it('needs a proof of the last ten minutes', async () => {
    const client = await signIn(testApp, account)
    await prove(client, codeOf(secret))
    await ageProofs()
    for (const [method, path] of calls) {
      expect([path, ...(await readError(await client.json(method, path, {})))]).toEqual([
        path,
        403,
        'fresh_proof_required',
      ])
    }
    const wrong = await client.json('POST', '/api/auth/proof', { password: 'not this' })
    expect(await readError(wrong)).toEqual([400, 'validation_failed'])
    expect(await statusOf(client.json('POST', '/api/auth/proof', { code: codeOf(secret, 1) }))).toBe(200)
    expect(await statusOf(client.json('POST', '/api/account/recovery-codes', {}))).toBe(200)
    await ageProofs()
    const proof = { password: account.password }
    expect(await statusOf(client.json('POST', '/api/auth/proof', proof))).toBe(200)
    expect(await statusOf(client.json('DELETE', '/api/account/totp', undefined))).toBe(200)
  })

  it('ends every session, also a copy of this one, and shows recovery codes once', async () => {
    const mine = await makeUser(testApp)
    const [client, other] = [await signIn(testApp, mine), await signIn(testApp, mine)]
    const code = codeOf(decodeBase32(await enrol(client)))
    expect(await mayRead(await signIn(testApp, mine))).toBe(200)
    const answer = await client.json('POST', '/api/account/totp/confirm', { code })
    const { recovery_codes } = (await answer.clone().json()) as { recovery_codes: string[] }
    expect(new Set(recovery_codes).size).toBe(10)
    const next = await renewed(testApp, answer)
    expect([await mayRead(client), await mayRead(other), await mayRead(next)]).toEqual([401, 401, 200])
    expect(await mayRead(await signIn(testApp, mine))).toBe(403)
    expect(await testApp.storedText()).not.toContain(recovery_codes[0])
    expect(await (await next.get('/api/account')).text()).not.toContain(recovery_codes[0])
  })

  it('never gives out a secret again, and keeps the current one until the first code of the next', async () => {
    const client = await signIn(testApp, account)
    await prove(client, codeOf(secret))
    const [first, second] = [await enrol(client), await enrol(client)]
    expect(first).not.toBe(second)
    const wrong = codeOf(decodeBase32(first))
    expect(await statusOf(client.json('POST', '/api/account/totp/confirm', { code: wrong }))).toBe(401)
    expect(await statusOf(prove(await signIn(testApp, account), codeOf(secret, 1)))).toBe(200)
    expect(await testApp.storedText()).not.toContain(decodeBase32(second).toString('base64'))
  })

  it('is possible for a superadmin who resets lost ones, for another user only', async () => {
    const admin = await signInAs(testApp, 'superadmin')
    const client = await signIn(testApp, account)
    await prove(client, codeOf(secret))
    const reset = (by: Client, id: number) => by.json('POST', `/api/users/${id}/reset-factor`, undefined)
    expect(await readError(await reset(client, account.id))).toEqual([403, 'forbidden'])
    expect(await statusOf(reset(admin, account.id))).toBe(200)
    expect(await mayRead(client)).toBe(401)
    expect(await mayRead(await signIn(testApp, account))).toBe(200)
  })
})

it('is required of the users of a company that chooses so, until they have one', async () => {
  const company_id = await makeCompany(testApp)
  await testApp.edit('company', company_id, { second_factor_required: 1 })
  const mine = await makeUser(testApp, { company_id, role: 'viewer' })
  const client = await signIn(testApp, mine)
  expect(await readError(await client.get('/api/turbines'))).toEqual([403, 'factor_enrolment_required'])
  expect(await readError(await client.get('/media/x', { Cookie: client.cookie }))).toEqual([
    403,
    'factor_enrolment_required',
  ])
  const challenge = await challengeOf(client.json('POST', '/api/account/passkeys/options', {}))
  const response = new Authenticator(testApp.services.config.origin).register(challenge)
  const answer = await client.json('POST', '/api/account/passkeys', { name: 'Telefon', response })
  const next = await renewed(testApp, answer)
  expect(await mayRead(next)).toBe(200)
  expect(await readData(await next.get('/api/account/passkeys'))).toMatchObject([{ name: 'Telefon' }])
})
