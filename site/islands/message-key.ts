import { makeRandomKey } from '#domain/random-key.ts'

const STORED = 'kanat.contact-key'

/**
 * The key under which the server takes this message once (`Idempotency-Key`). The same text has the same key, also after a reload, so that a
 * visitor who sends it again after a lost answer does not send it twice.
 */
export function keyOfMessage(text: string): string {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (isKeyOf(stored, text)) return stored.key
    const key = makeRandomKey()
    sessionStorage.setItem(STORED, JSON.stringify({ key, text }))
    return key
  } catch {
    // The browser forbids the storage.
    return makeRandomKey()
  }
}

/** Forgets the key: the message has been sent, and the next one is another, even with the same text. */
export function forgetMessageKey() {
  try {
    sessionStorage.removeItem(STORED)
  } catch {
    // The browser forbids the storage.
  }
}

function isKeyOf(stored: unknown, text: string): stored is { key: string } {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'key' in stored &&
    typeof stored.key === 'string' &&
    'text' in stored &&
    stored.text === text
  )
}
