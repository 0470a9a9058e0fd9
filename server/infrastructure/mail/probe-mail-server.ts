import { createTransport } from 'nodemailer'
import type { Config } from '#server/infrastructure/config.ts'

/** Timeout of the connection and of each answer, in milliseconds. */
const ANSWER_MS = 4000

/**
 * Signs in at the mail server without sending a mail.
 *
 * @returns the code of the failure, such as `EAUTH`, which holds nothing secret; undefined without a failure
 */
export async function probeMailServer({ smtpUrl, timeFactor }: Config): Promise<string | undefined> {
  const timeoutMs = ANSWER_MS * timeFactor
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'ERROR'
  } finally {
    transport.close()
  }
}
