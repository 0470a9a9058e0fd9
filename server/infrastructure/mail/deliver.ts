import { createTransport } from 'nodemailer'
import type { Config } from '#server/infrastructure/config.ts'
import type { Deliver, Mail } from './mailer.ts'
import { Outbox } from './outbox.ts'

/** Timeout for connecting to the mail server and its greeting, in milliseconds. */
const CONNECTION_MS = 10_000
/** Timeout of each of its answers, in milliseconds. */
const ANSWER_MS = 30_000

/** Mails have no attachments, so nodemailer must not read files or URLs. */
const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true }

/** Returns the delivery function: to the configured mail server, or else to files in the outbox. */
export function openDelivery({ smtpUrl, mailFrom, dataDir, timeFactor }: Config): Deliver {
  const messageOf = ({ to, replyTo, headers, ...mail }: Mail) => ({
    ...mail,
    from: mailFrom,
    // nodemailer parses a string as a list of addresses, but not an object.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  })

  if (smtpUrl !== undefined) {
    const timeouts = {
      connectionTimeout: CONNECTION_MS * timeFactor,
      greetingTimeout: CONNECTION_MS * timeFactor,
      socketTimeout: ANSWER_MS * timeFactor,
    }
    const transport = createTransport({ url: smtpUrl, ...timeouts, ...NO_EXTERNAL_CONTENT })
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
