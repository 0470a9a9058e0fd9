import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import en from '#content/mail/en.json' with { type: 'json' }
import tr from '#content/mail/tr.json' with { type: 'json' }
import { passwordMail } from '#server/infrastructure/mail/password-mail.ts'
import { MailServer, readMail } from '../../support/servers/mail-server.ts'
import { ADA, deliveryWith, dir, NEVER, ORIGIN, setUpMail } from './mail-setup.ts'

setUpMail()

describe('the texts of the mails', () => {
  it('exist in both languages, with the same placeholders', () => {
    const shapeOf = (words: Record<string, Record<string, string>>) =>
      Object.entries(words).map(([mail, texts]) => [
        mail,
        Object.entries(texts).map(([name, words]) => [name, words.match(/\{\w+\}/g)]),
      ])
    expect(shapeOf(en)).toEqual(shapeOf(tr))
  })

  it.each(['tr', 'en'] as const)(
    'contain name, password and link in %s, as text and as HTML',
    async (language) => {
      const mail = await passwordMail(language, ORIGIN, ADA)
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain('Ada')
        expect(body).toContain(ADA.password)
        expect(body).toContain('60 ')
        expect(body).toContain(`${ORIGIN}/login`)
        expect(body).not.toMatch(/\{\w+\}|undefined|\[object/)
      }
      expect(mail.html).toContain(`<html lang="${language}">`)
    },
  )

  it('escape a name with special characters', async () => {
    const first_name = '$& <script src="//evil.example"></script>\r\n\r\nCall 555'
    const { text, html } = await passwordMail('en', ORIGIN, { ...ADA, first_name })
    expect(text.split('\n')[0]).toBe('Hello $& <script src="//evil.example"></script> Call 555,')
    expect(html).toContain(
      'Hello $&amp; &lt;script src=&quot;//evil.example&quot;&gt;&lt;/script&gt; Call 555,',
    )
    expect(html).not.toContain('<script')
  })
})

describe('a mail over SMTP', () => {
  it('has text and HTML, and the headers of an automatic mail', async () => {
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

  it('has the sender MAIL_FROM', async () => {
    await using server = await MailServer.start()
    const deliver = deliveryWith({ SMTP_URL: server.url, MAIL_FROM: 'Rüzgâr Evi <posta@bora.example>' })
    await deliver(await passwordMail('en', ORIGIN, ADA), NEVER)
    expect(server.received[0]?.from).toBe('posta@bora.example')
    expect(readMail(server.received[0]?.source ?? '').headers.from).toBe('Rüzgâr Evi <posta@bora.example>')
  })

  it('is sent with the account of SMTP_URL, over TLS with smtps', async () => {
    // The mail server warns about its built-in certificate, but this test needs an untrusted one.
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
  ])('goes to no second recipient through the address %j', async (email) => {
    await using server = await MailServer.start()
    const mail = await passwordMail('en', ORIGIN, { ...ADA, email })
    await deliveryWith({ SMTP_URL: server.url })(mail, NEVER).catch(() => {})
    for (const { to, source } of server.received) {
      expect(to).toHaveLength(1)
      expect(to[0]).not.toBe('eve@evil.example')
      expect(readMail(source).headers).not.toHaveProperty('bcc')
    }
  })
})

describe('a mail without SMTP_URL', () => {
  it('is a complete file in the outbox, readable only for the user of the server', async () => {
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
