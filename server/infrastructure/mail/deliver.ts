import { createTransport } from 'nodemailer'
import type { Config } from '#server/infrastructure/config.ts'
import type { Deliver, Mail } from './mailer.ts'
import { Outbox } from './outbox.ts'

/** The maximum time for connecting to the mail server, for its greeting and for each answer, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Mails have no attachments, so nodemailer must not read files or URLs. */
const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true }

/** Returns the function that delivers mails: to the configured mail server, or without one to files in the outbox. */
export function openDelivery({ smtpUrl, mailFrom, dataDir }: Config): Deliver {
  const messageOf = ({ to, replyTo, headers, ...mail }: Mail) => ({
    ...mail,
    from: mailFrom,
    // nodemailer parses a string as a list of addresses, but not an object.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  })

  if (smtpUrl !== undefined) {
    const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, ...NO_EXTERNAL_CONTENT })
    return async (mail, signal) => {
      await transport.sendMail({ ...messageOf(mail), signal })
    }
  }
  const outbox = new Outbox(dataDir)
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...NO_EXTERNAL_CONTENT,
  })
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail))
    await outbox.keep(message as Buffer)
  }
}
