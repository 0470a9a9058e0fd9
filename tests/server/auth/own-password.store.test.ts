import { afterEach, describe, expect, it, vi } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import { fingerprint } from '#server/core/access/made-password.ts'
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
import { readError } from '../../support/builders.ts'

setUpApp('file')
afterEach(() => vi.restoreAllMocks())

const change = (client: Client, body: object, headers = {}) =>
  client.json('PUT', '/api/auth/password', body, headers)

const signInStatus = async ({ email }: Account, password: string) =>
  (await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password })).status

async function account(): Promise<{ account: Account; client: Client }> {
  const account = await makeUser(testApp)
  return { account, client: await signIn(testApp, account) }
}

describe('choosing a new password', () => {
  it('needs the current one, and ends every session, also a copy of this one, for another', async () => {
    const { account: mine, client } = await account()
    const elsewhere = await signIn(testApp, mine)
    const bystander = await signInAs(testApp, 'viewer')
    const answer = await change(client, { current_password: mine.password, password: 'yeni-şifre' })
    expect(answer.status).toBe(200)
    expect(await answer.clone().json()).toEqual({
      success: true,
      user: expect.objectContaining({ id: mine.id, must_change_password: false }),
      token: expect.any(String),
    })
    const next = await renewed(testApp, answer)
    expect((await next.get('/api/auth/verify')).status).toBe(200)
    expect((await client.get('/api/auth/verify')).status).toBe(401)
    expect((await client.send('POST', '/api/auth/refresh')).status).toBe(401)
    expect((await client.get('/media/x', { Cookie: client.cookie })).status).toBe(401)
    expect((await elsewhere.get('/api/auth/verify')).status).toBe(401)
    expect((await elsewhere.get('/media/x', { Cookie: elsewhere.cookie })).status).toBe(401)
    expect((await bystander.get('/api/auth/verify')).status).toBe(200)
    expect(await signInStatus(mine, mine.password)).toBe(401)
    expect(await signInStatus(mine, 'yeni-şifre')).toBe(200)
  })

  it.each(['NFC', 'NFD'] as const)('typed as %s is the same as in the other form', async (form) => {
    const { account: mine, client } = await account()
    const password = 'gün-ışığı'.normalize(form)
    expect((await change(client, { current_password: mine.password, password })).status).toBe(200)
    expect(await signInStatus(mine, password.normalize('NFC'))).toBe(200)
    expect(await signInStatus(mine, password.normalize('NFD'))).toBe(200)
  })

  it('is compared with a hash of the decomposed form, which an older version has stored', async () => {
    const mine = await makeUser(testApp, { password: 'gün-ışığı'.normalize('NFD') })
    expect(await signInStatus(mine, 'gün-ışığı'.normalize('NFC'))).toBe(200)
    expect(await signInStatus(mine, 'gün-ışığı'.normalize('NFD'))).toBe(200)
    expect(await signInStatus(mine, 'gun-isigi')).toBe(401)
  })

  it('is not longer because its letters are decomposed', async () => {
    const { account: mine, client } = await account()
    const password = 'şğüöç'.normalize('NFD')
    expect((await change(client, { current_password: mine.password, password })).status).toBe(400)
  })

  it.each(ROLES)('is allowed to the role %s', async (role) => {
    const mine = await makeUser(testApp, { role })
    const client = await signIn(testApp, mine)
    const answer = await change(client, { current_password: mine.password, password: 'yeni-şifre' })
    expect(answer.status).toBe(200)
  })

  it('is refused to visitors', async () => {
    const answer = await change(makeVisitor(testApp), { password: 'yeni-şifre' })
    expect(await readError(answer)).toEqual([401, 'unauthenticated'])
  })

  it('invalidates a mailed password', async () => {
    const { account: mine, client } = await account()
    await storeMailedPassword(testApp.services.db.write, mine.id, fingerprint('7k3m-x9qd-2wta-hc5v'))
    await change(client, { current_password: mine.password, password: 'yeni-şifre' })
    expect(await signInStatus(mine, '7k3m-x9qd-2wta-hc5v')).toBe(401)
  })

  it('writes an audit entry without the passwords', async () => {
    const { account: mine, client } = await account()
    await change(client, { current_password: mine.password, password: 'yeni-şifre-9' })
    const entry = await testApp.services.db.read
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'password.change')
      .where('user_id', '=', mine.id)
      .executeTakeFirst()
    expect(entry).toMatchObject({ record_id: String(mine.id), record_name: mine.email, changed: '[]' })
  })
})

describe('a change that is refused', () => {
  const WRONG = { tr: 'Mevcut şifreniz yanlış.', en: 'Your current password is wrong.' }

  it.each(['tr', 'en'] as const)(
    'says in %s that the current password is wrong, and does not sign out',
    async (language) => {
      const { account: mine, client } = await account()
      const body = { current_password: 'not this', password: 'yeni-şifre' }
      const answer = await change(client, body, { 'Accept-Language': language })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        error: 'validation_failed',
        issues: [{ path: 'current_password', message: WRONG[language] }],
      })
      expect((await client.get('/api/auth/verify')).status).toBe(200)
      expect(await signInStatus(mine, mine.password)).toBe(200)
    },
  )

  it.each([
    ['without the current password', { password: 'yeni-şifre' }, 'current_password', 'Bu alan zorunludur.'],
    [
      'with an empty one',
      { password: 'yeni-şifre', current_password: '' },
      'current_password',
      'Bu alan zorunludur.',
    ],
    ['without a new one', { current_password: 'rüzgâr-12' }, 'password', 'Bu alan zorunludur.'],
    [
      'with a short one',
      { current_password: 'rüzgâr-12', password: '12345' },
      'password',
      'Bu değer çok küçük veya çok kısa.',
    ],
    [
      'with an unknown field',
      { current_password: 'rüzgâr-12', password: 'yeni-şifre', user_id: 1 },
      'user_id',
      'Böyle bir alan yok.',
    ],
  ])('%s, says which field it is', async (_, body, path, message) => {
    const { account: mine, client } = await account()
    const answer = await change(client, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'validation_failed', issues: [{ path, message }] })
    expect(await signInStatus(mine, mine.password)).toBe(200)
  })

  it('writes an audit entry if the current password is wrong', async () => {
    const { account: mine, client } = await account()
    await change(client, { current_password: 'not this', password: 'yeni-şifre-9' })
    const entries = await testApp.services.db.read
      .selectFrom('audit')
      .selectAll()
      .where('record_id', '=', String(mine.id))
      .where('action', 'like', 'password.%')
      .execute()
    expect(entries).toMatchObject([
      { action: 'password.refuse', user_id: mine.id, record_name: mine.email, changed: '[]' },
    ])
  })

  it('limits guesses with a stolen token', async () => {
    const { account: mine, client } = await account()
    const statuses = []
    for (let n = 0; n < 9; n += 1) {
      statuses.push((await change(client, { current_password: `guess ${n}`, password: 'yeni-şifre' })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 429])
    const refused = await change(client, { current_password: mine.password, password: 'yeni-şifre' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    // Guesses here and at the sign-in are counted together.
    expect(await signInStatus(mine, mine.password)).toBe(429)
  })
})

it('does not overwrite a password that an administrator has set meanwhile', async () => {
  const { account: mine, client } = await account()
  const admin = await signInAs(testApp, 'superadmin')
  const { passwords } = testApp.services
  const hash = passwords.hash.bind(passwords)
  vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
    const set = await admin.json('PUT', `/api/users/${mine.id}/password`, { password: 'set-by-admin' })
    expect(set.status).toBe(200)
    return hash(password)
  })
  const answer = await change(client, { current_password: mine.password, password: 'yeni-şifre' })
  expect(await readError(answer)).toEqual([401, 'unauthenticated'])
  expect(await signInStatus(mine, 'set-by-admin')).toBe(200)
  expect(await signInStatus(mine, 'yeni-şifre')).toBe(401)
})

it('keeps only one session if two change the password at the same time', async () => {
  const { account: mine, client } = await account()
  const other = await signIn(testApp, mine)
  const answers = await Promise.all([
    change(client, { current_password: mine.password, password: 'first-choice' }),
    change(other, { current_password: mine.password, password: 'second-choice' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const chosen = answers[0]?.status === 200 ? 'first-choice' : 'second-choice'
  expect(await signInStatus(mine, chosen)).toBe(200)
})

it('says that the session has ended, not that the password is wrong, if another session has changed it meanwhile', async () => {
  const { account: mine, client } = await account()
  const other = await signIn(testApp, mine)
  const { signInLimit } = testApp.services
  const begin = signInLimit.begin.bind(signInLimit)
  vi.spyOn(signInLimit, 'begin').mockImplementationOnce(async (...attempt) => {
    const set = await change(other, { current_password: mine.password, password: 'first-choice' })
    expect(set.status).toBe(200)
    return begin(...attempt)
  })
  const answer = await change(client, { current_password: mine.password, password: 'second-choice' })
  expect(await readError(answer)).toEqual([401, 'unauthenticated'])
  expect(await signInStatus(mine, 'first-choice')).toBe(200)
  const refusals = await testApp.services.db.read
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'password.refuse')
    .where('user_id', '=', mine.id)
    .execute()
  expect(refusals).toEqual([])
})
