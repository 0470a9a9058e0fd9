import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import en from '#content/mail/en.json' with { type: 'json' }
import tr from '#content/mail/tr.json' with { type: 'json' }
import { ConfigError, readConfig } from '#server/config.ts'
import { openDelivery } from '#server/mail/deliver.ts'
import { type Mail, Mailer, PAUSES_MS } from '#server/mail/mailer.ts'
import { passwordMail } from '#server/mail/password-mail.ts'
import { temporaryFolder } from '../builders.ts'
import { MailServer, readMail, refusal } from '../mail-server.ts'
import { ServerProcess, SUPERADMIN } from '../server-process.ts'

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await rm(dir, { recursive: true })
})

const ORIGIN = 'https://kanat.example'
const ADA = { email: 'ada@bora.example', first_name: 'Ada', password: '7k3m-x9qd-2wta-hc5v' }
const NEVER = new AbortController().signal

const deliveryWith = (env: Record<string, string>) =>
  openDelivery(readConfig({ DATA_DIR: dir, ORIGIN, ...env }))

describe('the words of the mails', () => {
  it('are there in both languages, with the same values in them', () => {
    const shapeOf = (words: Record<string, Record<string, string>>) =>
      Object.entries(words).map(([mail, texts]) => [
        mail,
        Object.entries(texts).map(([name, words]) => [name, words.match(/\{\w+\}/g)]),
      ])
    expect(shapeOf(en)).toEqual(shapeOf(tr))
  })

  it.each(['tr', 'en'] as const)('say all that matters in %s, in text and in HTML', async (language) => {
    const mail = await passwordMail(language, ORIGIN, ADA)
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Ada')
      expect(body).toContain(ADA.password)
      expect(body).toContain('60 ')
      expect(body).toContain(`${ORIGIN}/login`)
      expect(body).not.toMatch(/\{\w+\}|undefined|\[object/)
    }
    expect(mail.html).toContain(`<html lang="${language}">`)
  })

  it('take a name for a name, whatever it holds', async () => {
    const first_name = '$& <script src="//evil.example"></script>\r\n\r\nCall 555'
    const { text, html } = await passwordMail('en', ORIGIN, { ...ADA, first_name })
    expect(text.split('\n')[0]).toBe('Hello $& <script src="//evil.example"></script> Call 555,')
    expect(html).toContain(
      'Hello $&amp; &lt;script src=&quot;//evil.example&quot;&gt;&lt;/script&gt; Call 555,',
    )
    expect(html).not.toContain('<script')
  })
})

describe('over SMTP', () => {
  it('arrives as text and HTML, with the headers of a mail that no person wrote', async () => {
    await using server = await MailServer.start()
    await deliveryWith({ SMTP_URL: server.url })(await passwordMail('tr', ORIGIN, ADA), NEVER)
    const [mail] = server.received
    expect([mail?.from, mail?.to]).toEqual(['no-reply@kanat.example', ['ada@bora.example']])
    const { headers, text, html, password } = readMail(mail?.source ?? '')
    expect(headers).toMatchObject({
      from: 'Kanat <no-reply@kanat.example>',
      to: 'ada@bora.example',
      subject: 'Yeni Kanat şifreniz',
      'auto-submitted': 'auto-generated',
    })
    expect(headers['content-type']).toMatch(/^multipart\/alternative/)
    expect(headers['message-id']).toMatch(/^<[^@\s]+@kanat\.example>$/)
    expect(Math.abs(Date.parse(headers.date ?? '') - Date.now())).toBeLessThan(60_000)
    expect(password).toBe(ADA.password)
    expect(text).toContain('Kanat hesabınız için yeni bir şifre istendi.')
    expect(html).toContain('Kanat hesabınız için yeni bir şifre istendi.')
  })

  it('comes from MAIL_FROM', async () => {
    await using server = await MailServer.start()
    const deliver = deliveryWith({ SMTP_URL: server.url, MAIL_FROM: 'Rüzgâr Evi <posta@bora.example>' })
    await deliver(await passwordMail('en', ORIGIN, ADA), NEVER)
    expect(server.received[0]?.from).toBe('posta@bora.example')
    expect(readMail(server.received[0]?.source ?? '').headers.from).toBe('Rüzgâr Evi <posta@bora.example>')
  })

  it('signs in with what SMTP_URL says, over TLS with smtps', async () => {
    // The mail server warns of its built-in certificate, which is what this test wants.
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    const accounts: string[] = []
    await using server = await MailServer.start({
      secure: true,
      authOptional: false,
      onAuth: ({ username, password }, _, callback) => {
        accounts.push(`${username} ${password}`)
        callback(null, { user: username })
      },
    })
    const url = `smtps://kanat:p%40ss@${server.host}`
    const mail = await passwordMail('en', ORIGIN, ADA)
    await expect(deliveryWith({ SMTP_URL: url })(mail, NEVER)).rejects.toThrow(/self.signed|certificate/)
    await deliveryWith({ SMTP_URL: `${url}?tls.rejectUnauthorized=false` })(mail, NEVER)
    expect(accounts).toEqual(['kanat p@ss'])
    expect(server.received).toHaveLength(1)
  })

  it.each([
    'ada@bora.example\r\nBcc: eve@evil.example',
    'ada@bora.example, eve@evil.example',
    'ada@bora.example>\r\nRCPT TO:<eve@evil.example',
  ])('never goes to a second one by way of the address %j', async (email) => {
    await using server = await MailServer.start()
    const mail = await passwordMail('en', ORIGIN, { ...ADA, email })
    await deliveryWith({ SMTP_URL: server.url })(mail, NEVER).catch(() => {})
    for (const { to, source } of server.received) {
      expect(to).toHaveLength(1)
      expect(to[0]).not.toBe('eve@evil.example')
      expect(readMail(source).headers).not.toHaveProperty('bcc')
    }
  })

  it('is sent again when the server says not now', async () => {
    await using server = await MailServer.start()
    let refusals = 0
    server.judge = () => {
      refusals += 1
      if (refusals === 1) throw refusal(451)
    }
    const mailer = new Mailer(deliveryWith({ SMTP_URL: server.url }))
    let lost = 0
    mailer.post(
      silent,
      posting(
        () => passwordMail('en', ORIGIN, ADA),
        () => lost++,
      ),
    )
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1)
    await mailer.close(10_000)
    expect([refusals, lost]).toEqual([2, 0])
  })

  it('is lost at once when the server says never', async () => {
    await using server = await MailServer.start()
    server.judge = () => {
      throw refusal(550)
    }
    const mailer = new Mailer(deliveryWith({ SMTP_URL: server.url }))
    const lost = vi.fn()
    mailer.post(
      silent,
      posting(() => passwordMail('en', ORIGIN, ADA), lost),
    )
    await expect.poll(() => lost.mock.calls.length).toBe(1)
  })
})

describe('without SMTP_URL', () => {
  it('lies whole in the outbox, for the eyes of the server alone', async () => {
    const deliver = deliveryWith({})
    const mail = await passwordMail('en', ORIGIN, ADA)
    await Promise.all([deliver(mail, NEVER), deliver(mail, NEVER)])
    const outbox = join(dir, 'outbox')
    const names = await readdir(outbox)
    expect(names).toHaveLength(2)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    for (const name of names) {
      expect(name).toMatch(/^\d{13}-[0-9a-f]{12}\.eml$/)
      expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
      const source = await readFile(join(outbox, name), 'utf8')
      expect(source.replaceAll('\r\n', '')).not.toContain('\n')
      expect(readMail(source)).toMatchObject({
        headers: { to: 'ada@bora.example', subject: 'Your new Kanat password' },
        password: ADA.password,
      })
    }
  })
})

describe('the mailer', () => {
  it('tries a few times with growing pauses, then gives up and says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const tries: number[] = []
    const start = Date.now()
    const mailer = new Mailer(async () => {
      tries.push(Date.now() - start)
      throw new Error('ECONNREFUSED')
    })
    const lost = vi.fn()
    mailer.post(
      silent,
      posting(async () => MAIL, lost),
    )
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(PAUSES_MS.reduce((sum, ms) => sum + ms, 0))
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    expect(tries).toEqual([0, 1000, 11_000, 71_000])
    expect([...PAUSES_MS].sort((a, b) => a - b)).toEqual(PAUSES_MS)
  })

  it('delivers no more than three at once, and all of them', async () => {
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
    for (let n = 0; n < 20; n += 1)
      mailer.post(
        silent,
        posting(async () => MAIL),
      )
    await mailer.close(10_000)
    expect([most, delivered]).toEqual([3, 20])
  })

  it('composes nothing before whoever asked has their answer', async () => {
    const compose = vi.fn(async () => MAIL)
    const mailer = new Mailer(async () => {})
    mailer.post(silent, posting(compose))
    await Promise.resolve()
    expect(compose).not.toHaveBeenCalled()
    await mailer.close(10_000)
    expect(compose).toHaveBeenCalledOnce()
  })

  it('makes one last try without waiting when it is closed', async () => {
    let tries = 0
    const mailer = new Mailer(async () => {
      tries += 1
      throw new Error('ECONNREFUSED')
    })
    const lost = vi.fn()
    mailer.post(
      silent,
      posting(async () => MAIL, lost),
    )
    await expect.poll(() => tries).toBe(1)
    await mailer.close(10_000)
    expect(tries).toBe(2)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('cuts off what takes longer than it was told to wait', async () => {
    await using silence = await silentServer()
    const mailer = new Mailer(deliveryWith({ SMTP_URL: silence.url }))
    const lost = vi.fn()
    mailer.post(
      silent,
      posting(async () => MAIL, lost),
    )
    await silence.called
    await mailer.close(0)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('cuts off what somebody waits for, too', async () => {
    await using silence = await silentServer()
    const mailer = new Mailer(deliveryWith({ SMTP_URL: silence.url }))
    const lost = vi.fn()
    mailer.send(MAIL).catch(lost)
    await silence.called
    await mailer.close(0)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('logs a failure without the words of the mail or the password of the mail server', async () => {
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
    mailer.post(
      log,
      posting(async () => mail, lost),
    )
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    await mailer.close(10_000)
    expect(lines.join('')).toContain('a mail was lost')
    for (const secret of [ADA.password, 'secret-of-smtp', 'Somebody asked']) {
      expect(lines.join('')).not.toContain(secret)
    }
  })
})

describe('the configuration', () => {
  const sentencesOf = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    }
  }

  it.each([
    'smtp://mail.example',
    'smtps://user:p%40ss@mail.example:465',
    'smtp://[::1]:2525?requireTLS=true',
  ])('takes SMTP_URL=%s', (SMTP_URL) => {
    expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  })

  it.each(['mail.example', 'http://mail.example', 'smtp:secret', 'smtp://', 'mail.example:587'])(
    'refuses SMTP_URL=%s with one sentence that does not repeat it',
    (SMTP_URL) => {
      expect(sentencesOf({ SMTP_URL })).toBe(
        'SMTP_URL: Write it as smtp://user:password@host:587 or smtps://user:password@host.',
      )
    },
  )

  it.each(['posta@bora.example', 'Kanat <posta@bora.example>', '"Kanat, Bora" <posta@bora.example>'])(
    'takes MAIL_FROM=%s',
    (MAIL_FROM) => {
      expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
    },
  )

  it.each(['Kanat', 'a@bora.example, b@bora.example', 'Kanat <bora>', 'Team: a@bora.example;'])(
    'refuses MAIL_FROM=%s with one sentence',
    (MAIL_FROM) => {
      expect(sentencesOf({ MAIL_FROM })).toBe(
        'MAIL_FROM: Write one address, as in Kanat <no-reply@kanat.example>.',
      )
    },
  )

  it('sends from the host of ORIGIN where nothing else is said', () => {
    expect(readConfig({ ORIGIN: 'https://portal.kanat.example:8443/' }).mailFrom).toBe(
      'Kanat <no-reply@portal.kanat.example>',
    )
  })
})

describe('stopping the server', () => {
  const askFor = (server: ServerProcess, email: string) =>
    fetch(`${server.origin}/api/auth/password-reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })

  it('waits for a mail under way', async () => {
    await using post = await MailServer.start()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    post.judge = () => {
      arrive()
      return released
    }
    const server = await ServerProcess.start(dir, { SMTP_URL: post.url })
    expect((await askFor(server, SUPERADMIN.email)).status).toBe(200)
    await arrived
    const exit = server.end('SIGTERM')
    await expect.poll(() => isClosed(server.origin)).toBe(true)
    release()
    expect(await exit).toBe(0)
    expect(post.received).toHaveLength(1)
  })

  it('does not wait for a mail server that never answers longer than it was told', async () => {
    await using silence = await silentServer()
    const server = await ServerProcess.start(dir, { SMTP_URL: silence.url, SHUTDOWN_SECONDS: '0' })
    await askFor(server, SUPERADMIN.email)
    await silence.called
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('neither does it for a visitor who waits for their message to go', async () => {
    await using silence = await silentServer()
    const server = await ServerProcess.start(dir, { SMTP_URL: silence.url, SHUTDOWN_SECONDS: '0' })
    const message = fetch(`${server.origin}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', subject: 'Hello', message: 'Hello' }),
    }).catch(() => 'cut off')
    await silence.called
    const start = Date.now()
    expect(await server.end('SIGTERM')).toBe(0)
    // The mail server would have had ten seconds to greet.
    expect(Date.now() - start).toBeLessThan(8000)
    expect(await message).toBe('cut off')
  })
})

const silent = pino({ level: 'silent' })
const MAIL: Mail = { to: 'ada@bora.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

function posting(compose: () => Promise<Mail>, whenLost: () => void = () => {}) {
  return { compose, whenLost: async () => whenLost() }
}

/** Takes connections and never says a word. */
async function silentServer() {
  const { promise: called, resolve: call } = Promise.withResolvers<void>()
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    call()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`,
    called,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isClosed(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => resolve(false))
    socket.on('error', () => resolve(true)).on('connect', () => socket.destroy())
  })
}
