import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A received mail. */
export interface Received {
  from: string
  to: string[]
  source: string
}

/** A real mail server on a free loopback port. It keeps all received mails. */
export class MailServer implements AsyncDisposable {
  readonly received: Received[] = []
  /** Called with each mail before it is accepted. If it throws, the error is the server's answer. */
  onMail: (mail: Received) => void | Promise<void> = () => {}
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onData: async (stream, { envelope }, callback) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), source: await text(stream) }
        try {
          await this.onMail(mail)
          this.received.push(mail)
          callback()
        } catch (error) {
          callback(error as Error)
        }
      },
      ...options,
    })
    this.#server.on('error', () => {})
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const mailServer = new MailServer(options)
    mailServer.#server.listen(0, '127.0.0.1')
    await once(mailServer.#server.server, 'listening')
    return mailServer
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `smtp://${this.host}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }
}

/** An error answer of a mail server, such as 451 for "try later". */
export function refusal(responseCode: number): Error {
  return Object.assign(new Error('No.'), { responseCode })
}

export interface ReadMail {
  headers: Record<string, string>
  text: string
  html: string
  password: string
}

/** The decoded subject and texts of a mail. */
export function readMail(source: string): ReadMail {
  const whole = partOf(source)
  const boundary = /boundary="([^"]+)"/.exec(whole.headers['content-type'] ?? '')?.[1]
  const parts = whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.trimStart()))
  const bodyOf = (type: string) =>
    parts.filter(({ headers }) => headers['content-type']?.startsWith(type)).map(decodeBody)
  const [plain = '', html = ''] = [...bodyOf('text/plain'), ...bodyOf('text/html')]
  const password = /^ {4}(\S+)\r?$/m.exec(plain)?.[1] ?? ''
  return { headers: whole.headers, text: plain, html, password }
}

interface Part {
  headers: Record<string, string>
  body: string
}

function partOf(source: string): Part {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ')
    return [name.toLowerCase(), decodeWords(value.join(': '))]
  })
  return { headers: Object.fromEntries(headers), body: source.slice(end + 4) }
}

/** @see https://www.rfc-editor.org/rfc/rfc2047 */
function decodeWords(value: string): string {
  return value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, encoding, word) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquote(word.replaceAll('_', ' ')),
    )
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquote(body) : body
}

function unquote(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
