import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'

export interface Mail {
  to: string
  /** Where an answer to it goes, if not to its sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** Hands a mail over to where mails go. @throws when it was not taken */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>

interface Posting {
  /** Writes the mail. Called after the answer of whoever asked for it is on its way. */
  compose(): Promise<Mail>
  /** Called when the mail could not be delivered for good. */
  whenLost(): Promise<void>
}

const AT_ONCE = 3

/** How long to wait before each further try, in milliseconds. */
export const PAUSES_MS = [1000, 10_000, 60_000]

/** Delivers mails behind the answers, a few at a time, and tries again when that fails. */
export class Mailer {
  readonly #deliver: Deliver
  readonly #limit = pLimit(AT_ONCE)
  readonly #underWay = new Set<Promise<void>>()
  /** Ends the pauses that are being made. */
  readonly #wakeUps = new Set<() => void>()
  readonly #cutOff = new AbortController()
  #closing = false

  constructor(deliver: Deliver) {
    this.#deliver = deliver
  }

  /** Resolves once the mail was taken; tries once. @throws when it was not, or was cut off */
  send(mail: Mail): Promise<void> {
    return this.#await(this.#deliverInTurn(mail))
  }

  /** Returns at once. Failures are logged, never what the mail says. */
  post(log: Logger, posting: Posting): void {
    this.#await(this.#send(log, posting)).catch((error) => log.error({ err: error }, 'a mail was lost'))
  }

  /** Resolves when no mail is under way any more. Pauses end at once for one last try; after `graceMs` all is cut off. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true
    for (const wakeUp of this.#wakeUps) wakeUp()
    const cutOff = setTimeout(() => this.#cutOff.abort(), graceMs)
    await Promise.allSettled(this.#underWay)
    clearTimeout(cutOff)
  }

  /** Makes `close` wait for it. */
  #await(work: Promise<void>): Promise<void> {
    const forget = () => this.#underWay.delete(work)
    this.#underWay.add(work)
    work.then(forget, forget)
    return work
  }

  async #send(log: Logger, { compose, whenLost }: Posting): Promise<void> {
    // The answer first: its time must not tell whether there is a mail to write.
    await setImmediate()
    try {
      const mail = await compose()
      await this.#deliverPatiently(log, mail)
      log.info('a mail was delivered')
    } catch (error) {
      await whenLost()
      throw error
    }
  }

  async #deliverPatiently(log: Logger, mail: Mail): Promise<void> {
    for (const pauseMs of PAUSES_MS) {
      const isLastTry = this.#closing
      try {
        return await this.#deliverInTurn(mail)
      } catch (error) {
        if (isLastTry || isFinal(error)) throw error
        log.warn({ err: error, pauseMs }, 'a mail could not be delivered yet')
      }
      await this.#pause(pauseMs)
    }
    await this.#deliverInTurn(mail)
  }

  #deliverInTurn(mail: Mail): Promise<void> {
    return this.#limit(() => this.#deliver(mail, this.#cutOff.signal))
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

/** True when the mail server will say the same the next time. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
function isFinal(error: unknown): boolean {
  return ((error as { responseCode?: number }).responseCode ?? 0) >= 500
}
