import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Deliver, Mail } from './mailer.ts'
import { Outbox } from './outbox.ts'

/** How long the mail server may take to connect, to greet and to answer, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail brings its own words; nothing in it may make the server read a file or an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

/** Sends by the configured mail server; without one, keeps mails as files in the outbox. */
export function openDelivery({ smtpUrl, mailFrom, dataDir }: Config): Deliver {
  const messageOf = ({ to, replyTo, ...mail }: Mail) => ({
    ...mail,
    from: mailFrom,
    // As an object it is taken as it is, never read as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  })

  if (smtpUrl !== undefined) {
    const transport = createTransport({ url: smtpUrl, ...PATIENCE, ...CLOSED })
    return async (mail, signal) => {
      await transport.sendMail({ ...messageOf(mail), signal })
    }
  }
  const outbox = new Outbox(dataDir)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED })
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail))
    await outbox.keep(message as Buffer)
  }
}
