import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fingerprint, makePassword } from '#server/core/access/made-password.ts'
import { type Account, Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { readError } from '../../support/builders.ts'
import {
  login,
  MINUTE,
  moveClock,
  recordStatements,
  requestMail,
  setActive,
  setUpPasswordReset,
  statusOf,
  testApp,
} from './password-reset-setup.ts'

setUpPasswordReset()

describe('a mailed password', () => {
  it('has 80 bits, in groups of letters that cannot be confused', () => {
    const passwords = new Set(Array.from({ length: 1000 }, makePassword))
    expect(passwords.size).toBe(1000)
    for (const password of passwords)
      expect(password).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
    const used = new Set([...passwords].join('').replaceAll('-', ''))
    expect(used.size).toBe(32)
  })

  it('is stored as a hash only', async () => {
    const { password } = await requestMail(await makeUser(testApp))
    const database = await testApp.storedText()
    expect(database).not.toContain(password)
    expect(database).not.toContain(password.replaceAll('-', ''))
    expect(database).toContain(fingerprint(password))
  })

  it('does not change the old password and the sessions until it is used', async () => {
    const account = await makeUser(testApp)
    const client = await signIn(testApp, account)
    const { password } = await requestMail(account)
    expect((await client.get('/api/auth/verify')).status).toBe(200)
    expect(await statusOf(login(account.email, account.password))).toBe(200)
    // A sign-in with the old password does not invalidate the mailed one.
    expect(await statusOf(login(account.email, password))).toBe(200)
  })

  it('ends all other sessions and the old password when it is used', async () => {
    const account = await makeUser(testApp)
    const clients = [await signIn(testApp, account), await signIn(testApp, account)]
    const bystander = await signInAs(testApp, 'viewer')
    const { password } = await requestMail(account)
    const answer = await login(account.email, password)
    expect(await answer.json()).toMatchObject({ user: { id: account.id, must_change_password: true } })
    for (const client of clients) {
      expect((await client.get('/api/auth/verify')).status).toBe(401)
      expect((await client.get('/media/x', { Cookie: client.cookie })).status).toBe(401)
    }
    expect((await bystander.get('/api/auth/verify')).status).toBe(200)
    const refused = await login(account.email, account.password)
    expect(await refused.json()).toMatchObject({ error: 'LOGIN_ERROR' })
  })

  it('is valid for one sign-in', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    expect(await statusOf(login(account.email, password))).toBe(200)
    const again = await login(account.email, password)
    expect(await readError(again)).toEqual([401, 'LOGIN_ERROR'])
  })

  it('opens only one session when it is used in many requests at the same time', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(account.email, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { token?: string }[]
    const token = bodies.find((body) => body.token)?.token ?? ''
    const client = new Client(testApp.app, token, '')
    expect((await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' })).status).toBe(200)
    expect(await sessionsOf(account)).toBe(1)
  })

  it('refuses a sign-in with the old password if the mailed one is used between comparison and session', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    const { passwords } = testApp.services
    const matches = passwords.matches.bind(passwords)
    vi.spyOn(passwords, 'matches').mockImplementationOnce(async (...args) => {
      const isRight = await matches(...args)
      expect(isRight).toBe(true)
      expect(await statusOf(login(account.email, password))).toBe(200)
      return isRight
    })
    expect(await statusOf(login(account.email, account.password))).toBe(401)
    expect(await sessionsOf(account)).toBe(1)
  })

  it('is valid for 60 minutes', async () => {
    const account = await makeUser(testApp)
    const [first, second] = [await requestMail(account), await makeUser(testApp)]
    const { password } = await requestMail(second)
    moveClock(60 * MINUTE - 1000)
    expect(await statusOf(login(account.email, first.password))).toBe(200)
    moveClock(2000)
    expect(await statusOf(login(second.email, password))).toBe(401)
    expect(await statusOf(login(second.email, second.password))).toBe(200)
  })

  it('stays valid when another one is mailed, and all are invalid when one was used', async () => {
    const account = await makeUser(testApp)
    const first = await requestMail(account)
    moveClock(6 * MINUTE)
    const second = await requestMail(account)
    moveClock(6 * MINUTE)
    const third = await requestMail(account)
    expect(new Set([first.password, second.password, third.password]).size).toBe(3)
    expect(await statusOf(login(account.email, second.password))).toBe(200)
    for (const { password } of [first, second, third]) {
      expect(await statusOf(login(account.email, password))).toBe(401)
    }
  })

  it('is looked up with the same statements, whether or not the account exists and others guess', async () => {
    const [known, inactive, mailed] = await Promise.all([
      makeUser(testApp),
      makeUser(testApp),
      makeUser(testApp),
    ])
    await setActive(inactive, 0)
    await requestMail(mailed)
    for (const [guesses, status] of [
      [1, 401],
      [8, 429],
    ] as const) {
      const runs: string[][] = []
      for (const email of [known.email, 'nobody-at-all@kanat.example', inactive.email, mailed.email]) {
        for (let n = 1; n < guesses; n += 1) await login(email, 'not this one')
        const statements = recordStatements()
        expect(await statusOf(login(email, 'not this one'))).toBe(status)
        runs.push(statements())
      }
      expect(runs[0]?.length).toBeGreaterThan(2)
      for (const run of runs) expect(run).toEqual(runs[0])
    }
  })

  it('is valid only for its account', async () => {
    const [account, other] = [await makeUser(testApp), await makeUser(testApp)]
    const { password } = await requestMail(account)
    expect(await statusOf(login(other.email, password))).toBe(401)
    expect(await statusOf(login(account.email, password))).toBe(200)
  })

  it('does not open a session for an inactive user, and stays valid then', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    await setActive(account, 0)
    const refused = await login(account.email, password)
    expect(await readError(refused)).toEqual([401, 'LOGIN_ERROR'])
    await setActive(account, 1)
    expect(await statusOf(login(account.email, password))).toBe(200)
  })

  it('is invalid after an administrator has set another password', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    const admin = await signInAs(testApp, 'superadmin')
    const set = await admin.json('PUT', `/api/users/${account.id}/password`, { password: 'yeni-şifre' })
    expect(set.status).toBe(200)
    expect(await statusOf(login(account.email, password))).toBe(401)
    expect(await statusOf(login(account.email, 'yeni-şifre'))).toBe(200)
  })

  it('is invalid after the address of the user has changed', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    const admin = await signInAs(testApp, 'superadmin')
    const email = 'successor@kanat.example'
    expect((await admin.json('PUT', `/api/users/${account.id}`, { email })).status).toBe(200)
    expect(await statusOf(login(email, password))).toBe(401)
    expect(await statusOf(login(email, account.password))).toBe(200)
  })

  it('is marked in the audit entry of the sign-in', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    await login(account.email, password)
    const entry = await testApp.services.db.read
      .selectFrom('audit')
      .select(['user_id', 'changed'])
      .where('action', '=', 'session.open')
      .where('record_id', '=', String(account.id))
      .executeTakeFirst()
    expect(entry).toEqual({ user_id: account.id, changed: '["password"]' })
  })

  it('may be typed in capitals, with spaces, without hyphens, and with letters that look alike', () => {
    const password = fc.constant(null).map(makePassword)
    const accepted: Record<string, string[]> = {
      0: ['0', 'o', 'O'],
      1: ['1', 'i', 'I', 'l', 'L', 'ı', 'İ'],
      '-': ['-', '', ' ', '–', ' - '],
    }
    const typed = password.chain((written) =>
      fc
        .tuple(
          ...[...written].map((letter) =>
            fc.constantFrom(...(accepted[letter] ?? [letter, letter.toUpperCase()])),
          ),
        )
        .map((letters) => ({ written, typed: ` ${letters.join('')}\t` })),
    )
    fc.assert(fc.property(typed, ({ written, typed }) => fingerprint(typed) === fingerprint(written)))
  })

  it('is wrong if any letter differs', () => {
    const changed = fc
      .tuple(
        fc.constant(null).map(makePassword),
        fc.nat(15),
        fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'),
      )
      .map(([written, place, letter]) => {
        const letters = [...written.replaceAll('-', '')]
        const isSame = letters[place] === letter
        letters[place] = letter
        return { written, typed: letters.join(''), isSame }
      })
    fc.assert(
      fc.property(
        changed,
        ({ written, typed, isSame }) => (fingerprint(typed) === fingerprint(written)) === isSame,
      ),
    )
  })
})

function sessionsOf({ id }: Account): Promise<number> {
  const { read } = testApp.services.db
  return read
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .execute()
    .then((rows) => rows.length)
}
