import { createTransport } from 'nodemailer'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { withinOwnTime } from '#server/infrastructure/own-time.ts'

/** Timeout of the connection, of each answer, and of them all, in milliseconds. */
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
    // The server may send an answer bit by bit, for ever.
    const verified = awaitedLater(transport.verify().then(() => undefined))
    return await withinOwnTime(timeoutMs, verified, () => 'ETIMEDOUT')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'ERROR'
  } finally {
    transport.close()
  }
}
