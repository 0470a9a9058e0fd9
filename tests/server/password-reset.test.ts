import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOpen } from '#domain/permissions.ts'
import { calls } from '#server/app.ts'
import { fingerprint, makePassword } from '#server/auth/mailed-password.ts'
import { type Account, Client, House, makeUser, nobody, signIn, someone } from '../builders.ts'
import { MailServer, type ReadMail, readMail, refusal } from '../mail-server.ts'

const MINUTE = 60_000

let post: MailServer
let house: House
beforeAll(async () => {
  post = await MailServer.start()
  house = await House.open({ SMTP_URL: post.url, ORIGIN: 'https://kanat.example', TRUST_PROXY: '1' })
})
afterAll(async () => {
  await house[Symbol.asyncDispose]()
  await post[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await settled()
  post.received.length = 0
  post.judge = () => {}
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let addresses = 0
/** Asks from an address of its own, unless `headers` name one. */
const ask = (email: unknown, headers = {}) =>
  nobody(house).json(
    'POST',
    '/api/auth/password-reset',
    { email },
    { 'X-Forwarded-For': `10.0.0.${++addresses}`, ...headers },
  )

/** Resolves when no mail is on its way any more. */
const settled = () => house.services.mailer.close(10_000)

/** The mail that asking for a new password brings. */
async function mailFor(account: Account): Promise<ReadMail> {
  await ask(account.email)
  await settled()
  return readMail(post.received.at(-1)?.source ?? '')
}

const login = (email: string, password: string) =>
  nobody(house).json('POST', '/api/auth/login', { email, password })

const statusOf = async (answer: Promise<Response>) => (await answer).status

async function deactivate(account: Account, is_active: 0 | 1 = 0): Promise<void> {
  await house.services.db.write.updateTable('user').set({ is_active }).where('id', '=', account.id).execute()
}

/** Lets only the clock go on, not the timers. */
function letPass(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + ms)
}

describe('asking for a new password', () => {
  /** A known account, one nobody has, an inactive one, and one that just got a mail. */
  async function fourAccounts(): Promise<string[]> {
    const [known, inactive, mailed] = await Promise.all([makeUser(house), makeUser(house), makeUser(house)])
    await deactivate(inactive)
    await mailFor(mailed)
    post.received.length = 0
    return [known.email, 'nobody@kanat.example', inactive.email, mailed.email]
  }

  it('is answered the same, whether or not there is such an account', async () => {
    const emails = await fourAccounts()
    const answers = await Promise.all(emails.map((email) => ask(email)))
    for (const [index, answer] of answers.entries()) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        success: true,
        message: 'Bu adresle kayıtlı bir hesap varsa yeni şifre birazdan e-posta kutunuza ulaşır.',
        data: { email: emails[index] },
      })
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
      expect(headers).toEqual([...(answers[0]?.headers ?? [])].filter(([name]) => name !== 'x-request-id'))
    }
    await settled()
    expect(post.received.map(({ to }) => to)).toEqual([[emails[0]]])
  })

  it('runs the same statements in every case, and hashes no password', async () => {
    const emails = await fourAccounts()
    const hash = vi.spyOn(house.services.passwords, 'hash')
    const matches = vi.spyOn(house.services.passwords, 'matches')
    const runs: string[][] = []
    for (const email of emails) {
      const statements = recordStatements()
      await ask(email)
      runs.push(statements())
      await settled()
    }
    expect(runs[0]?.length).toBeGreaterThan(4)
    for (const run of runs) expect(run).toEqual(runs[0])
    expect(hash).not.toHaveBeenCalled()
    expect(matches).not.toHaveBeenCalled()
  })

  it('is noted in the audit log in every case', async () => {
    const [email, ...others] = await fourAccounts()
    const { read, write } = house.services.db
    await write.deleteFrom('audit').execute()
    for (const each of [email, ...others]) await ask(each?.toUpperCase())
    const notes = await read.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(notes.map(({ action, record_name }) => [action, record_name])).toEqual(
      [email, ...others].map((each) => ['password.reset', each]),
    )
    expect(notes.map(({ record_id }) => record_id !== '')).toEqual([true, false, true, true])
    expect(notes.every(({ user_id, address }) => user_id === null && /^10\./.test(address))).toBe(true)
  })

  it('answers the address as it was sent, trimmed, and writes to the one on record', async () => {
    const account = await makeUser(house, { email: 'sule@kanat.example' })
    const answer = await ask('  SULE@Kanat.example ')
    expect(await answer.json()).toMatchObject({ data: { email: 'SULE@Kanat.example' } })
    await settled()
    expect(post.received[0]?.to).toEqual([account.email])
  })

  it('answers and writes in the language of who asks', async () => {
    const account = await makeUser(house)
    const answer = await ask(account.email, { 'Accept-Language': 'en-GB,en;q=0.9,tr;q=0.5' })
    expect(await answer.json()).toMatchObject({
      message: 'If there is an account with this address, a new password is on its way to it.',
    })
    await settled()
    expect(readMail(post.received[0]?.source ?? '').headers.subject).toBe('Your new Kanat password')
  })

  it('links to the configured origin, whatever Host says', async () => {
    const account = await makeUser(house)
    await ask(account.email, { Host: 'evil.example', Origin: 'https://evil.example' })
    await settled()
    const { text, html } = readMail(post.received[0]?.source ?? '')
    expect(text).toContain('https://kanat.example/login')
    expect(html).toContain('href="https://kanat.example/login"')
    expect(text + html).not.toContain('evil')
  })

  it.each([
    ['no address', undefined, 'Bu alan zorunludur.'],
    ['an empty one', '', 'Bu değer geçerli değil.'],
    ['a malformed one', 'ada@', 'Bu değer geçerli değil.'],
    ['two of them', 'ada@kanat.example,eve@evil.example', 'Bu değer geçerli değil.'],
    [
      'one with a header in it',
      'ada@kanat.example\r\nBcc: eve@evil.example',
      'Bu alana tek satır yazılabilir.',
    ],
    ['a list', ['ada@kanat.example'], 'Bu değer geçerli değil.'],
  ])('refuses %s', async (_, email, message) => {
    const answer = await ask(email)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'validation_failed',
      issues: [{ path: 'email', message }],
    })
  })

  it('refuses fields it does not know', async () => {
    const body = { email: 'ada@kanat.example', password: 'mine' }
    const answer = await nobody(house).json('POST', '/api/auth/password-reset', body)
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'password' }] })
  })

  it('is throttled by account and address, for unknown accounts just the same', async () => {
    for (const email of [(await makeUser(house)).email, 'no-one@kanat.example']) {
      const from = { 'X-Forwarded-For': `10.1.0.${++addresses}` }
      const statuses = []
      for (let n = 0; n < 6; n += 1) statuses.push(await statusOf(ask(email.toUpperCase(), from)))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      const refused = await ask(email, from)
      expect(await refused.json()).toMatchObject({ success: false, error: 'too_many_requests' })
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await statusOf(ask('another@kanat.example', from))).toBe(200)
      expect(await statusOf(ask(email))).toBe(200)
    }
  })

  it('is throttled by address, whatever the account', async () => {
    const from = { 'X-Forwarded-For': '10.2.0.1' }
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push(await statusOf(ask(`user-${n}@nowhere.example`, from)))
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })

  it('sends one mail in five minutes, to two who ask at once as well', async () => {
    const account = await makeUser(house)
    await Promise.all([ask(account.email), ask(account.email)])
    await settled()
    expect(post.received).toHaveLength(1)
    letPass(5 * MINUTE - 1000)
    await ask(account.email)
    await settled()
    expect(post.received).toHaveLength(1)
    letPass(1000)
    await ask(account.email)
    await settled()
    expect(post.received).toHaveLength(2)
  })

  it('holds to the five minutes when the mailed password was used meanwhile', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    expect(await statusOf(login(account.email, password))).toBe(200)
    await mailFor(account)
    expect(post.received).toHaveLength(1)
  })

  it('leaves nothing behind when the mail server will not have the mail: the next one may be asked for at once', async () => {
    const account = await makeUser(house)
    let refused = ''
    post.judge = ({ source }) => {
      refused = readMail(source).password
      throw refusal(550)
    }
    await ask(account.email)
    await settled()
    expect(refused).not.toBe('')
    expect(await statusOf(login(account.email, refused))).toBe(401)
    post.judge = () => {}
    const { password } = await mailFor(account)
    expect(await statusOf(login(account.email, password))).toBe(200)
  })
})

describe('a mailed password', () => {
  it('has 80 bits, in groups of letters that nobody takes for others', () => {
    const passwords = new Set(Array.from({ length: 1000 }, makePassword))
    expect(passwords.size).toBe(1000)
    for (const password of passwords)
      expect(password).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
    const used = new Set([...passwords].join('').replaceAll('-', ''))
    expect(used.size).toBe(32)
  })

  it('is stored as a hash only', async () => {
    const { password } = await mailFor(await makeUser(house))
    const files = ['kanat.db', 'kanat.db-wal'].map((name) => readFile(join(house.dir, name), 'latin1'))
    const database = (await Promise.all(files)).join()
    expect(database).not.toContain(password)
    expect(database).not.toContain(password.replaceAll('-', ''))
    expect(database).toContain(fingerprint(password))
  })

  it('leaves the old password and the sessions alone until it is used', async () => {
    const account = await makeUser(house)
    const client = await signIn(house, account)
    const { password } = await mailFor(account)
    expect((await client.get('/api/auth/verify')).status).toBe(200)
    expect(await statusOf(login(account.email, account.password))).toBe(200)
    // Nor does the old one, used meanwhile, take the mailed one away.
    expect(await statusOf(login(account.email, password))).toBe(200)
  })

  it('ends all other sessions and the old password with its first use', async () => {
    const account = await makeUser(house)
    const clients = [await signIn(house, account), await signIn(house, account)]
    const bystander = await someone(house, 'viewer')
    const { password } = await mailFor(account)
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

  it('is good for one sign-in', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    expect(await statusOf(login(account.email, password))).toBe(200)
    const again = await login(account.email, password)
    expect([again.status, await again.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'LOGIN_ERROR' }),
    ])
  })

  it('opens one session when it is used many times at once', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(account.email, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { token?: string }[]
    const token = bodies.find((body) => body.token)?.token ?? ''
    const client = new Client(house.app, token, '')
    expect((await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' })).status).toBe(200)
    expect(await sessionsOf(account)).toBe(1)
  })

  it('lets no sign-in through that was compared with the old password before and comes after', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    const { passwords } = house.services
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

  it('is good for 60 minutes', async () => {
    const account = await makeUser(house)
    const [first, second] = [await mailFor(account), await makeUser(house)]
    const { password } = await mailFor(second)
    letPass(60 * MINUTE - 1000)
    expect(await statusOf(login(account.email, first.password))).toBe(200)
    letPass(2000)
    expect(await statusOf(login(second.email, password))).toBe(401)
    expect(await statusOf(login(second.email, second.password))).toBe(200)
  })

  it('stays good when another is mailed after it, and both are gone when one was used', async () => {
    const account = await makeUser(house)
    const first = await mailFor(account)
    letPass(6 * MINUTE)
    const second = await mailFor(account)
    letPass(6 * MINUTE)
    const third = await mailFor(account)
    expect(new Set([first.password, second.password, third.password]).size).toBe(3)
    expect(await statusOf(login(account.email, second.password))).toBe(200)
    for (const { password } of [first, second, third]) {
      expect(await statusOf(login(account.email, password))).toBe(401)
    }
  })

  it('is looked for by the same statements, whether or not there is such an account or it is guessed at', async () => {
    const [known, inactive, mailed] = await Promise.all([makeUser(house), makeUser(house), makeUser(house)])
    await deactivate(inactive)
    await mailFor(mailed)
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

  it('is for its own account alone', async () => {
    const [account, other] = [await makeUser(house), await makeUser(house)]
    const { password } = await mailFor(account)
    expect(await statusOf(login(other.email, password))).toBe(401)
    expect(await statusOf(login(account.email, password))).toBe(200)
  })

  it('lets nobody in whose account is inactive, and is not used up by that', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    await deactivate(account)
    const refused = await login(account.email, password)
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'LOGIN_ERROR' }),
    ])
    await deactivate(account, 1)
    expect(await statusOf(login(account.email, password))).toBe(200)
  })

  it('is worth nothing once an administrator set another', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    const admin = await someone(house, 'superadmin')
    const set = await admin.json('PUT', `/api/users/${account.id}/password`, { password: 'yeni-şifre' })
    expect(set.status).toBe(200)
    expect(await statusOf(login(account.email, password))).toBe(401)
    expect(await statusOf(login(account.email, 'yeni-şifre'))).toBe(200)
  })

  it('is worth nothing once its owner has another address', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    const admin = await someone(house, 'superadmin')
    const email = 'successor@kanat.example'
    expect((await admin.json('PUT', `/api/users/${account.id}`, { email })).status).toBe(200)
    expect(await statusOf(login(email, password))).toBe(401)
    expect(await statusOf(login(email, account.password))).toBe(200)
  })

  it('is noted in the audit log when it is used', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    await login(account.email, password)
    const note = await house.services.db.read
      .selectFrom('audit')
      .select(['user_id', 'changed'])
      .where('action', '=', 'session.open')
      .where('record_id', '=', String(account.id))
      .executeTakeFirst()
    expect(note).toEqual({ user_id: account.id, changed: '["password"]' })
  })

  it('may be typed in capitals, with spaces, without hyphens, and with the letters people see', () => {
    const password = fc.constant(null).map(makePassword)
    const slips: Record<string, string[]> = {
      0: ['0', 'o', 'O'],
      1: ['1', 'i', 'I', 'l', 'L', 'ı', 'İ'],
      '-': ['-', '', ' ', '–', ' - '],
    }
    const typed = password.chain((written) =>
      fc
        .tuple(
          ...[...written].map((letter) =>
            fc.constantFrom(...(slips[letter] ?? [letter, letter.toUpperCase()])),
          ),
        )
        .map((letters) => ({ written, typed: ` ${letters.join('')}\t` })),
    )
    fc.assert(fc.property(typed, ({ written, typed }) => fingerprint(typed) === fingerprint(written)))
  })

  it('is not another one in any of its letters', () => {
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

describe('whoever signed in with a mailed password', () => {
  async function signInByMail(account: Account): Promise<Client> {
    const { password } = await mailFor(account)
    return signIn(house, { ...account, password })
  }

  it('may do nothing but choose a password and sign out', async () => {
    const client = await signInByMail(await makeUser(house, { role: 'superadmin' }))
    const closed = calls.filter(
      ({ action }) => !isOpen(action) && !['password.change', 'session.end'].includes(action),
    )
    expect(closed.length).toBeGreaterThan(15)
    for (const { method, path } of closed) {
      const answer = await client.send(method, path.replace(/:\w+/g, '1'))
      expect([method, path, answer.status]).toEqual([method, path, 403])
      expect(await answer.json()).toMatchObject({
        error: 'password_change_required',
        message: 'Lütfen önce yeni bir şifre belirleyin.',
      })
    }
    const picture = await nobody(house).get('/media/turbines/1/photos/x', { Cookie: client.cookie })
    expect(picture.status).toBe(403)
    expect((await client.send('POST', '/api/auth/logout')).status).toBe(200)
  })

  it('has everything back once they chose one, in the same session', async () => {
    const account = await makeUser(house)
    const client = await signInByMail(account)
    const answer = await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' })
    expect(await answer.json()).toMatchObject({
      success: true,
      user: { id: account.id, must_change_password: false },
    })
    expect((await client.get('/api/turbines')).status).toBe(200)
    expect(await statusOf(login(account.email, 'yeni-şifre'))).toBe(200)
    expect(await statusOf(login(account.email, account.password))).toBe(401)
  })

  it('cannot keep a password that lies in a mailbox, however it is typed', async () => {
    const account = await makeUser(house)
    const { password } = await mailFor(account)
    const client = await signIn(house, { ...account, password })
    for (const chosen of [password, password.toUpperCase().replaceAll('-', ' ')]) {
      const answer = await client.json('PUT', '/api/auth/password', { password: chosen })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        issues: [
          {
            path: 'password',
            message: 'Bu, e-postayla gelen tek kullanımlık şifre. Lütfen başka bir şifre seçin.',
          },
        ],
      })
    }
    expect((await client.get('/api/turbines')).status).toBe(403)
    expect((await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' })).status).toBe(200)
  })

  it('is not kept out by a current password they send along', async () => {
    const client = await signInByMail(await makeUser(house))
    const change = { password: 'yeni-şifre', current_password: '' }
    expect((await client.json('PUT', '/api/auth/password', change)).status).toBe(200)
  })

  it('still has to choose after signing out, with a mail of five minutes later', async () => {
    const account = await makeUser(house)
    const client = await signInByMail(account)
    await client.send('POST', '/api/auth/logout')
    for (const password of [account.password, ' ', '""', 'x']) {
      expect(await statusOf(login(account.email, password))).toBe(401)
    }
    letPass(5 * MINUTE)
    const again = await signInByMail(account)
    expect((await again.get('/api/auth/profile')).status).toBe(403)
  })
})

function sessionsOf({ id }: Account): Promise<number> {
  const { read } = house.services.db
  return read
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .execute()
    .then((rows) => rows.length)
}

/** The SQL of every statement that runs from now on, until the returned function is called. */
function recordStatements(): () => string[] {
  const database = new SQLite(':memory:')
  const prototype = Object.getPrototypeOf(database.prepare('select 1'))
  database.close()
  const ran: string[] = []
  const spies = (['all', 'run', 'iterate', 'get'] as const).map((method) => {
    const original = prototype[method]
    return vi.spyOn(prototype, method).mockImplementation(function (
      this: SQLite.Statement,
      ...values: unknown[]
    ) {
      ran.push(this.source)
      return original.apply(this, values)
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
    return ran
  }
}
