import { hash } from 'node:crypto'
import type { SignedInCaller } from './signed-in-caller.ts'
import type { Claims } from './token.ts'

/** Capacity of each cache, in entries. */
const CREDENTIALS_MAX = 10_000

/** A bearer token, or a `Cookie` header. The API accepts no cookie, so the two are never confused. */
type CredentialKind = 'token' | 'cookie'

interface Checked {
  caller: SignedInCaller
  /** Of the database, before the session was read. */
  revision: number
  /** In milliseconds since 1970. */
  endsAt: number
}

/**
 * The callers of tokens and cookies checked since the last commit that their company sees, so an ended session, a changed role or a
 * deactivated user takes effect with the next request.
 */
export class CallerCache {
  /** By kind and SHA-256, so that a memory dump has no tokens from here. */
  readonly #checked = new Map<string, Checked>()
  readonly #claims = new Map<string, Claims>()

  /** @param isCurrent true if nothing of this caller has changed since the revision */
  find(
    kind: CredentialKind,
    credential: string,
    isCurrent: (revision: number, caller: SignedInCaller) => boolean,
    now = Date.now(),
  ): SignedInCaller | undefined {
    const checked = this.#checked.get(keyOf(kind, credential))
    if (!checked || checked.endsAt <= now || !isCurrent(checked.revision, checked.caller)) return undefined
    return checked.caller
  }

  /**
   * @param revision of the database, read before the session
   * @param expiresAt the credential's expiry if it can precede the session's, in milliseconds since 1970
   */
  add(
    kind: CredentialKind,
    credential: string,
    revision: number,
    caller: SignedInCaller,
    expiresAt = Number.POSITIVE_INFINITY,
  ): void {
    if (this.#checked.size >= CREDENTIALS_MAX) this.#checked.clear()
    const endsAt = Math.min(expiresAt, caller.sessionEndsAt.getTime())
    this.#checked.set(keyOf(kind, credential), { caller, revision, endsAt })
  }

  /**
   * The unexpired claims of a token whose signature was checked before. No commit changes a signature; the session is checked separately.
   */
  findClaims(token: string, now = Date.now()): Claims | undefined {
    const claims = this.#claims.get(keyOf('token', token))
    return claims && claims.exp * 1000 > now ? claims : undefined
  }

  addClaims(token: string, claims: Claims): void {
    if (this.#claims.size >= CREDENTIALS_MAX) this.#claims.clear()
    this.#claims.set(keyOf('token', token), claims)
  }
}

function keyOf(kind: CredentialKind, credential: string): string {
  return `${kind} ${hash('sha256', credential)}`
}
