import { makeRandomKey } from '#domain/random-key.ts'

/** The name in the session storage: the keys survive a reload, and another tab has its own. */
const STORED = 'kanat-attempt-keys'
/** How many attempts without an answer are kept; the oldest one goes first. */
const KEPT_MAX = 50
/** How long a key is kept, in milliseconds. The server keeps it for two days. */
const KEPT_MS = 24 * 60 * 60 * 1000
/** The name of a field in JSON; inside of a text its quotation marks have a backslash. */
const HAS_PASSWORD = /"password":/

interface Attempt {
  key: string
  /** When it was sent for the first time, in milliseconds since 1970. */
  at: number
  /** True if the hash must not be stored, because a password could be guessed from it. */
  isSecret?: true
}

/** The attempts whose outcome is not known, by the hash of their call. */
const attempts = readStored()

/**
 * The `Idempotency-Key` of a call. As long as its outcome is not known, the same call has the same key, also after a reload: so the server
 * makes one record, although an answer was lost and somebody tried again.
 *
 * @param call what is sent: method, address and body
 */
export function keyOfAttempt(call: string): string {
  const hash = hashOf(call)
  const known = attempts.get(hash)
  if (known && Date.now() - known.at < KEPT_MS) return known.key
  const key = makeRandomKey()
  attempts.delete(hash)
  attempts.set(hash, { key, at: Date.now(), ...(HAS_PASSWORD.test(call) && { isSecret: true }) })
  for (const oldest of [...attempts.keys()].slice(0, -KEPT_MAX)) attempts.delete(oldest)
  store()
  return key
}

/** Forgets the key, because the server has said what has become of the call. The next call with the same body is another attempt. */
export function endAttempt(call: string): void {
  if (attempts.delete(hashOf(call))) store()
}

function readStored(): Map<string, Attempt> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, Attempt][])
  } catch {
    // The browser forbids the storage, or the text is not from here.
    return new Map()
  }
}

function store(): void {
  try {
    const storable = [...attempts].filter(([, { isSecret }]) => !isSecret)
    sessionStorage.setItem(STORED, JSON.stringify(storable))
  } catch {
    // Without storage the keys are kept until the page is closed.
  }
}

/**
 * A hash of 53 bits, with the length. If two calls have the same one, the server refuses the second key once. The hashes of
 * `crypto.subtle` exist only on https.
 *
 * @see https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js
 */
function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 2654435761)
    other = Math.imul(other ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return `${(4294967296 * (2097151 & other) + (one >>> 0)).toString(36)}-${text.length}`
}
