import type { Hono } from 'hono'
import type { Env } from '#server/core/env.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { DEMO_PASSWORD } from './demo-data.ts'

/** Calls the API in this process, with one client for each account. */
export class Api {
  readonly #app: Hono<Env>
  readonly #tokens = new Map<string, Promise<string>>()
  /** How many calls are not answered yet. */
  #running = 0
  /** Called when none is running any more. */
  #paused: (() => void) | undefined
  /** Calls wait for it while the API is paused. */
  #resumed = Promise.resolve()
  #resume = () => {}

  constructor(app: Hono<Env>) {
    this.#app = app
  }

  /**
   * Posts a form, or other data as JSON.
   *
   * @param ended waits for what the server does after the answer: until then, the call counts as running
   * @throws if the answer is not a success
   */
  async post<T>(
    email: string,
    path: string,
    body?: unknown,
    ended?: (answer: T) => Promise<void>,
  ): Promise<T> {
    const headers = await this.#headersOf(email)
    return this.#whileNotPaused(async () => {
      const answer = await this.#send<T>(path, body, headers)
      await ended?.(answer)
      return answer
    })
  }

  /** @throws if the answer is not a success */
  async get(email: string, path: string): Promise<Response> {
    const answer = await this.#app.request(path, { headers: await this.#headersOf(email) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }

  /** Deletes all sessions, so that the demo starts without any. */
  async signOut(): Promise<void> {
    for (const email of this.#tokens.keys()) await this.post(email, '/api/auth/logout')
    this.#tokens.clear()
  }

  /** Lets the running calls end, and begins no others until `resume`. @param paused called when they have ended */
  pause(paused: () => void): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#resumed = promise
    this.#resume = resolve
    this.#paused = paused
    this.#tellWhenPaused()
  }

  resume(): void {
    this.#resume()
  }

  #tellWhenPaused(): void {
    if (this.#running > 0) return
    this.#paused?.()
    this.#paused = undefined
  }

  async #headersOf(email: string): Promise<Record<string, string>> {
    let token = this.#tokens.get(email)
    if (!token) {
      token = awaitedLater(this.#signIn(email))
      this.#tokens.set(email, token)
    }
    return { Authorization: `Bearer ${await token}` }
  }

  async #signIn(email: string): Promise<string> {
    const credentials = { email, password: DEMO_PASSWORD }
    const { token } = await this.#whileNotPaused(() =>
      this.#send<{ token: string }>('/api/auth/login', credentials),
    )
    return token
  }

  async #send<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const init: RequestInit =
      body === undefined || body instanceof FormData
        ? { headers, body: body ?? null }
        : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await this.#app.request(path, { ...init, method: 'POST' })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async #whileNotPaused<T>(call: () => Promise<T>): Promise<T> {
    await this.#resumed
    this.#running += 1
    try {
      return await call()
    } finally {
      this.#running -= 1
      this.#tellWhenPaused()
    }
  }
}
