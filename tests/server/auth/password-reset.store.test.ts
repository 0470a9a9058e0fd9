import { describe, expect, it, vi } from 'vitest'
import { makeUser, makeVisitor } from '../../support/accounts.ts'
import { readMail, refusal } from '../../support/servers/mail-server.ts'
import {
  login,
  MINUTE,
  mailServer,
  mailsSent,
  moveClock,
  newAddress,
  recordStatements,
  requestMail,
  requestReset,
  setActive,
  setUpPasswordReset,
  statusOf,
  testApp,
} from './password-reset-setup.ts'

setUpPasswordReset()

describe('requesting a new password', () => {
  /** The addresses of an active account, a missing one, an inactive one, and one that has just got a mail. */
  async function fourAccounts(): Promise<string[]> {
    const [known, inactive, mailed] = await Promise.all([
      makeUser(testApp),
      makeUser(testApp),
      makeUser(testApp),
    ])
    await setActive(inactive, 0)
    await requestMail(mailed)
    mailServer.received.length = 0
    return [known.email, 'nobody@kanat.example', inactive.email, mailed.email]
  }

  it('gets the same answer whether or not the account exists', async () => {
    const emails = await fourAccounts()
    const answers = await Promise.all(emails.map((email) => requestReset(email)))
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
    await mailsSent()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[emails[0]]])
  })

  it('runs the same statements in every case, and hashes no password', async () => {
    const emails = await fourAccounts()
    const hash = vi.spyOn(testApp.services.passwords, 'hash')
    const matches = vi.spyOn(testApp.services.passwords, 'matches')
    const runs: string[][] = []
    for (const email of emails) {
      const statements = recordStatements()
      await requestReset(email)
      runs.push(statements())
      await mailsSent()
    }
    expect(runs[0]?.length).toBeGreaterThan(4)
    for (const run of runs) expect(run).toEqual(runs[0])
    expect(hash).not.toHaveBeenCalled()
    expect(matches).not.toHaveBeenCalled()
  })

  it('writes an audit entry in every case', async () => {
    const [email, ...others] = await fourAccounts()
    const { read, write } = testApp.services.db
    await write.deleteFrom('audit').execute()
    for (const each of [email, ...others]) await requestReset(each?.toUpperCase())
    const entries = await read.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(entries.map(({ action, record_name }) => [action, record_name])).toEqual(
      [email, ...others].map((each) => ['password.reset', each]),
    )
    expect(entries.map(({ record_id }) => record_id !== '')).toEqual([true, false, true, true])
    expect(entries.every(({ user_id, address }) => user_id === null && /^10\./.test(address))).toBe(true)
  })

  it('answers with the trimmed address of the request, and mails to the stored address', async () => {
    const account = await makeUser(testApp, { email: 'sule@kanat.example' })
    const answer = await requestReset('  SULE@Kanat.example ')
    expect(await answer.json()).toMatchObject({ data: { email: 'SULE@Kanat.example' } })
    await mailsSent()
    expect(mailServer.received[0]?.to).toEqual([account.email])
  })

  it('answers and mails in the language of the request', async () => {
    const account = await makeUser(testApp)
    const answer = await requestReset(account.email, { 'Accept-Language': 'en-GB,en;q=0.9,tr;q=0.5' })
    expect(await answer.json()).toMatchObject({
      message: 'If there is an account with this address, a new password is on its way to it.',
    })
    await mailsSent()
    expect(readMail(mailServer.received[0]?.source ?? '').headers.subject).toBe('Your new Kanat password')
  })

  it('links to the configured origin and ignores the header Host', async () => {
    const account = await makeUser(testApp)
    await requestReset(account.email, { Host: 'evil.example', Origin: 'https://evil.example' })
    await mailsSent()
    const { text, html } = readMail(mailServer.received[0]?.source ?? '')
    expect(text).toContain('https://kanat.example/login')
    expect(html).toContain('href="https://kanat.example/login"')
    expect(text + html).not.toContain('evil')
  })

  it.each([
    ['a missing address', undefined, 'Bu alan zorunludur.'],
    ['an empty address', '', 'Bu değer geçerli değil.'],
    ['an invalid address', 'ada@', 'Bu değer geçerli değil.'],
    ['two addresses', 'ada@kanat.example,eve@evil.example', 'Bu değer geçerli değil.'],
    [
      'an address with a header',
      'ada@kanat.example\r\nBcc: eve@evil.example',
      'Bu alana tek satır yazılabilir.',
    ],
    ['a list of addresses', ['ada@kanat.example'], 'Bu değer geçerli değil.'],
  ])('refuses %s', async (_, email, message) => {
    const answer = await requestReset(email)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'validation_failed',
      issues: [{ path: 'email', message }],
    })
  })

  it('refuses unknown fields', async () => {
    const body = { email: 'ada@kanat.example', password: 'mine' }
    const answer = await makeVisitor(testApp).json('POST', '/api/auth/password-reset', body)
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'password' }] })
  })

  it('is limited by account and client address, also for accounts that do not exist', async () => {
    for (const email of [(await makeUser(testApp)).email, 'no-one@kanat.example']) {
      const from = { 'X-Forwarded-For': newAddress() }
      const statuses = []
      for (let n = 0; n < 6; n += 1) statuses.push(await statusOf(requestReset(email.toUpperCase(), from)))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      const refused = await requestReset(email, from)
      expect(await refused.json()).toMatchObject({ success: false, error: 'too_many_requests' })
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await statusOf(requestReset('another@kanat.example', from))).toBe(200)
      expect(await statusOf(requestReset(email))).toBe(200)
    }
  })

  it('is limited by client address for all accounts together', async () => {
    const from = { 'X-Forwarded-For': '10.2.0.1' }
    const statuses = []
    for (let n = 0; n < 21; n += 1)
      statuses.push(await statusOf(requestReset(`user-${n}@nowhere.example`, from)))
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })

  it('sends one mail in five minutes, also for two requests at the same time', async () => {
    const account = await makeUser(testApp)
    await Promise.all([requestReset(account.email), requestReset(account.email)])
    await mailsSent()
    expect(mailServer.received).toHaveLength(1)
    moveClock(5 * MINUTE - 1000)
    await requestReset(account.email)
    await mailsSent()
    expect(mailServer.received).toHaveLength(1)
    moveClock(1000)
    await requestReset(account.email)
    await mailsSent()
    expect(mailServer.received).toHaveLength(2)
  })

  it('mails five times a day to one account, with the same answer for more requests', async () => {
    const account = await makeUser(testApp)
    const other = await makeUser(testApp)
    const answers = []
    for (let n = 0; n < 8; n += 1) {
      const answer = await requestReset(account.email)
      answers.push([answer.status, await answer.text()])
      await mailsSent()
      // A request within the pause does not count.
      await requestReset(account.email)
      moveClock(6 * MINUTE)
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(mailServer.received).toHaveLength(5)
    await requestMail(other)
    expect(mailServer.received).toHaveLength(6)
    moveClock(24 * 60 * MINUTE)
    await requestMail(account)
    expect(mailServer.received).toHaveLength(7)
  })

  it('sends no second mail within five minutes, even after the mailed password was used', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    expect(await statusOf(login(account.email, password))).toBe(200)
    await requestMail(account)
    expect(mailServer.received).toHaveLength(1)
  })

  it('deletes the password if the mail server refuses the mail, and then allows another request at once', async () => {
    const account = await makeUser(testApp)
    let refused = ''
    mailServer.onMail = ({ source }) => {
      refused = readMail(source).password
      throw refusal(550)
    }
    await requestReset(account.email)
    await mailsSent()
    expect(refused).not.toBe('')
    expect(await statusOf(login(account.email, refused))).toBe(401)
    mailServer.onMail = () => {}
    const { password } = await requestMail(account)
    expect(await statusOf(login(account.email, password))).toBe(200)
  })
})
