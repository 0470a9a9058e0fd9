import { hash } from 'node:crypto'
import type { SignedInViewer } from './sessions.ts'

declare module '#server/env.ts' {
  interface Services {
    checkedTokens: CheckedTokens
  }
}

/** The most remembered tokens. */
const TOKENS_MAX = 10_000

interface CheckedToken {
  viewer: SignedInViewer
  /** In milliseconds since 1970. */
  endsAt: number
}

/**
 * The viewers of bearer tokens that were checked since the last commit. Every commit forgets all of them, so a session that ends, a
 * role that changes or a user who is deactivated takes effect with the next request.
 */
export class CheckedTokens {
  /** By the SHA-256 of the token, so that a memory dump has no tokens from here. */
  readonly #checked = new Map<string, CheckedToken>()
  #revision: number | undefined

  /** @param revision of the database, read after the request has come */
  find(token: string, revision: number, now = Date.now()): SignedInViewer | undefined {
    if (this.#revision !== revision) return undefined
    const checked = this.#checked.get(hash('sha256', token))
    return checked && checked.endsAt > now ? checked.viewer : undefined
  }

  /**
   * @param revision of the database, read before the session
   * @param expiresAt the `exp` of the token, in seconds since 1970
   */
  add(token: string, revision: number, viewer: SignedInViewer, expiresAt: number): void {
    if (this.#revision !== revision || this.#checked.size >= TOKENS_MAX) this.#checked.clear()
    this.#revision = revision
    const endsAt = Math.min(expiresAt * 1000, viewer.sessionEndsAt.getTime())
    this.#checked.set(hash('sha256', token), { viewer, endsAt })
  }
}
