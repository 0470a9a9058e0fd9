/** An app with a real mail server, and the calls of a user who has forgotten the password. */
import SQLite from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type Account, makeVisitor } from '../../support/accounts.ts'
import { MailServer, type ReadMail, readMail } from '../../support/servers/mail-server.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'

export const MINUTE = 60_000

export let mailServer: MailServer
export let testApp: TestApp

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpPasswordReset(): void {
  beforeAll(async () => {
    mailServer = await MailServer.start()
    const env = { SMTP_URL: mailServer.url, ORIGIN: 'https://kanat.example', TRUST_PROXY: '1' }
    testApp = await TestApp.open(env)
  })
  afterAll(async () => {
    await testApp[Symbol.asyncDispose]()
    await mailServer[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    await mailsSent()
    mailServer.received.length = 0
    mailServer.onMail = () => {}
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

let addresses = 0

/** A client address that no other request of the file has. */
export const newAddress = () => `10.0.0.${++addresses}`

/** Requests a new password, by default from a new client address, so that no rate limit refuses it. */
export const requestReset = (email: unknown, headers = {}) =>
  makeVisitor(testApp).json(
    'POST',
    '/api/auth/password-reset',
    { email },
    { 'X-Forwarded-For': newAddress(), ...headers },
  )

/** Resolves when all mails are sent. */
export const mailsSent = () => testApp.services.mailer.close(10_000)

/** Requests a new password and returns the mail with it. */
export async function requestMail(account: Account): Promise<ReadMail> {
  await requestReset(account.email)
  await mailsSent()
  return readMail(mailServer.received.at(-1)?.source ?? '')
}

export const login = (email: string, password: string) =>
  makeVisitor(testApp).json('POST', '/api/auth/login', { email, password })

export const statusOf = async (answer: Promise<Response>) => (await answer).status

export async function setActive(account: Account, is_active: 0 | 1): Promise<void> {
  await testApp.edit('user', account.id, { is_active })
}

/** Moves the clock forward. Timers go on in real time. */
export function moveClock(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + ms)
}

/** The SQL of every statement that runs from now on, until the returned function is called. */
export function recordStatements(): () => string[] {
  return isOnPostgres ? recordPostgresStatements() : recordSqliteStatements()
}

function recordPostgresStatements(): () => string[] {
  const spy = vi.spyOn(Client.prototype, 'query')
  return () => {
    const calls: unknown[][] = spy.mock.calls
    const ran = calls.map(([statement]) => textOf(statement))
    spy.mockRestore()
    // The jobs go on beside the requests.
    return ran.filter((text) => !text.includes('graphile_worker'))
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text
}

function recordSqliteStatements(): () => string[] {
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
