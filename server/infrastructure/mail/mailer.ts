import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'

export interface Mail {
  to: string
  /** The address for answers, if it is not the sender. */
  replyTo?: string
  subject: string
  /** The header `Message-ID`; by default each mail gets another one. */
  messageId?: string
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>
  text: string
  html: string
}

/** Delivers a mail. @throws Error if the mail server does not accept it or `signal` aborts */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>

/** A mail to deliver in the background. */
interface BackgroundMail {
  /** Makes the mail. Called after the request is answered. */
  compose(): Promise<Mail>
  /** Called if the mail could not be delivered and there is no further attempt. */
  onDeliveryFailed(): Promise<void>
}

/** The maximum number of mails that are delivered at the same time. */
const CONCURRENCY = 3

/** The pause before each further attempt, in milliseconds. */
export const PAUSES_MS = [1000, 10_000, 60_000]

/** Delivers mails in the background, a few at the same time, and tries again after a failure. */
export class Mailer {
  readonly #deliver: Deliver
  readonly #limit = pLimit(CONCURRENCY)
  readonly #pending = new Set<Promise<void>>()
  /** End the current pauses. */
  readonly #wakeUps = new Set<() => void>()
  readonly #abortController = new AbortController()
  #closing = false

  constructor(deliver: Deliver) {
    this.#deliver = deliver
  }

  /**
   * Delivers a mail with one attempt, which ends after `withinMs` milliseconds; waiting for other mails counts.
   *
   * @throws Error if it was not accepted in this time or was aborted
   */
  async send(mail: Mail, withinMs: number): Promise<void> {
    const late = AbortSignal.timeout(withinMs)
    const given = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(late.reason), { once: true })
    })
    await Promise.race([this.#track(this.#deliverOnce(mail, late)), given])
  }

  /** Delivers a mail in the background. Failures are logged without the text of the mail. */
  post(log: Logger, mail: BackgroundMail): void {
    this.#track(this.#send(log, mail)).catch((error) => log.error({ err: error }, 'a mail was lost'))
  }

  /** Resolves when no mail is pending. Pauses end at once for one last attempt; after `graceMs` milliseconds all are aborted. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true
    for (const wakeUp of this.#wakeUps) wakeUp()
    const timeout = setTimeout(() => this.#abortController.abort(), graceMs)
    await Promise.allSettled(this.#pending)
    clearTimeout(timeout)
  }

  /** Makes `close` wait for this work. */
  #track(work: Promise<void>): Promise<void> {
    const forget = () => this.#pending.delete(work)
    this.#pending.add(work)
    work.then(forget, forget)
    return work
  }

  async #send(log: Logger, { compose, onDeliveryFailed }: BackgroundMail): Promise<void> {
    // The request is answered first, so that the time of the answer does not show whether a mail is sent.
    await setImmediate()
    try {
      const mail = await compose()
      await this.#deliverWithRetries(log, mail)
      log.info('a mail was delivered')
    } catch (error) {
      await onDeliveryFailed()
      throw error
    }
  }

  async #deliverWithRetries(log: Logger, mail: Mail): Promise<void> {
    for (const pauseMs of PAUSES_MS) {
      const isLastAttempt = this.#closing
      try {
        return await this.#deliverOnce(mail)
      } catch (error) {
        if (isLastAttempt || isFinal(error)) throw error
        log.warn({ err: error, pauseMs }, 'a mail was not delivered; retrying')
      }
      await this.#pause(pauseMs)
    }
    await this.#deliverOnce(mail)
  }

  #deliverOnce(mail: Mail, late?: AbortSignal): Promise<void> {
    const closing = this.#abortController.signal
    const signal = late ? AbortSignal.any([closing, late]) : closing
    return this.#limit(() => {
      // Its turn may come after its sender has been told that it was not sent.
      signal.throwIfAborted()
      return this.#deliver(mail, signal)
    })
  }

  #pause(ms: number): Promise<void> {
    if (this.#closing) return Promise.resolve()
    return new Promise((resolve) => {
      const wakeUp = () => {
        clearTimeout(timer)
        this.#wakeUps.delete(wakeUp)
        resolve()
      }
      const timer = setTimeout(wakeUp, ms)
      this.#wakeUps.add(wakeUp)
    })
  }
}

/** True for a permanent error of the mail server, after which another attempt is useless. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
function isFinal(error: unknown): boolean {
  return ((error as { responseCode?: number }).responseCode ?? 0) >= 500
}
