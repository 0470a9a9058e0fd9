import { Writable } from 'node:stream'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { type Mail, Mailer, PAUSES_MS } from '#server/infrastructure/mail/mailer.ts'
import { passwordMail } from '#server/infrastructure/mail/password-mail.ts'
import { MailServer, refusal } from '../../support/servers/mail-server.ts'
import { ADA, deliveryWith, ORIGIN, setUpMail, silentServer } from './mail-setup.ts'

setUpMail()

const silent = pino({ level: 'silent' })
const MAIL: Mail = { to: 'ada@bora.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

/** Posts a mail. `lost` is called if it cannot be delivered. */
const post = (mailer: Mailer, compose: () => Promise<Mail>, lost: () => void = () => {}, log = silent) =>
  mailer.post(log, { compose, onDeliveryFailed: async () => lost() })

describe('the mailer', () => {
  it('tries four times with growing pauses, then reports the mail as lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
    const tries: number[] = []
    const mailer = new Mailer(async () => {
      tries.push(Date.now())
      throw new Error('ECONNREFUSED')
    })
    const lost = vi.fn()
    post(mailer, async () => MAIL, lost)
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(PAUSES_MS.reduce((sum, ms) => sum + ms, 0))
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    expect(tries).toEqual([0, 1000, 11_000, 71_000])
    expect([...PAUSES_MS].sort((a, b) => a - b)).toEqual(PAUSES_MS)
  })

  it('sends a mail again if the mail server refuses it temporarily', async () => {
    await using server = await MailServer.start()
    let refusals = 0
    server.onMail = () => {
      refusals += 1
      if (refusals === 1) throw refusal(451)
    }
    const mailer = new Mailer(deliveryWith({ SMTP_URL: server.url }))
    let lost = 0
    post(
      mailer,
      () => passwordMail('en', ORIGIN, ADA),
      () => lost++,
    )
    await expect.poll(() => server.received.length).toBe(1)
    await mailer.close(10_000)
    expect([refusals, lost]).toEqual([2, 0])
  })

  it('reports a mail as lost at once if the mail server refuses it permanently', async () => {
    await using server = await MailServer.start()
    server.onMail = () => {
      throw refusal(550)
    }
    const mailer = new Mailer(deliveryWith({ SMTP_URL: server.url }))
    const lost = vi.fn()
    post(mailer, () => passwordMail('en', ORIGIN, ADA), lost)
    await expect.poll(() => lost.mock.calls.length).toBe(1)
  })

  it('delivers all mails, at most three at the same time', async () => {
    let open = 0
    let most = 0
    let delivered = 0
    const mailer = new Mailer(async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      delivered += 1
    })
    for (let n = 0; n < 20; n += 1) post(mailer, async () => MAIL)
    await mailer.close(10_000)
    expect([most, delivered]).toEqual([3, 20])
  })

  it('composes a mail only after the request is answered', async () => {
    const compose = vi.fn(async () => MAIL)
    const mailer = new Mailer(async () => {})
    post(mailer, compose)
    await Promise.resolve()
    expect(compose).not.toHaveBeenCalled()
    await mailer.close(10_000)
    expect(compose).toHaveBeenCalledOnce()
  })

  it('tries once more without a pause when it is closed', async () => {
    let tries = 0
    const mailer = new Mailer(async () => {
      tries += 1
      throw new Error('ECONNREFUSED')
    })
    const lost = vi.fn()
    post(mailer, async () => MAIL, lost)
    await expect.poll(() => tries).toBe(1)
    await mailer.close(10_000)
    expect(tries).toBe(2)
    expect(lost).toHaveBeenCalledOnce()
  })

  it.each<[how: string, send: (mailer: Mailer, lost: () => void) => unknown]>([
    ['posted', (mailer, lost) => post(mailer, async () => MAIL, lost)],
    ['sent', (mailer, lost) => mailer.send(MAIL, 60_000).catch(lost)],
  ])('aborts a %s mail that takes longer than the time for closing', async (_, send) => {
    await using mailServer = await silentServer()
    const mailer = new Mailer(deliveryWith({ SMTP_URL: mailServer.url }))
    const lost = vi.fn()
    send(mailer, lost)
    await mailServer.called
    await mailer.close(0)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('gives up a sent mail after its time, and does not deliver it later when its turn comes', async () => {
    const begun: string[] = []
    const mailer = new Mailer(({ subject }, signal) => {
      begun.push(subject)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const others = [1, 2, 3].map(() => mailer.send(MAIL, 60_000).catch(() => undefined))
    await expect(mailer.send({ ...MAIL, subject: 'Late' }, 10)).rejects.toThrow(/timeout/)
    await mailer.close(0)
    await Promise.all(others)
    expect(begun).toEqual(['Hello', 'Hello', 'Hello'])
  })

  it('logs a failure without the text of the mail or the password of the mail server', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'trace' },
      new Writable({
        write(line, _, done) {
          lines.push(String(line))
          done()
        },
      }),
    )
    await using server = await MailServer.start({
      onAuth: (_auth, _session, callback) => callback(new Error('Invalid username or password')),
    })
    const url = `smtp://kanat:secret-of-smtp@${server.host}`
    const mailer = new Mailer(deliveryWith({ SMTP_URL: url }))
    const mail = await passwordMail('en', ORIGIN, ADA)
    const lost = vi.fn()
    post(mailer, async () => mail, lost, log)
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    await mailer.close(10_000)
    expect(lines.join('')).toContain('a mail was lost')
    for (const secret of [ADA.password, 'secret-of-smtp', 'Somebody asked']) {
      expect(lines.join('')).not.toContain(secret)
    }
  })
})
