import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32, without letters that look like digits. @see https://www.crockford.com/base32.html */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Each letter has 5 bits, so a password has 80 bits. */
const LETTERS = 16

/** A random password that is easy to type, as in `7k3m-x9qd-2wta-hc5v`. */
export function makePassword(): string {
  const letters = Array.from(randomBytes(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

/**
 * The SHA-256 by which a mailed password is stored and found. Case, spaces and hyphens do not matter, nor an o for a 0, or an i or l for a
 * 1. A fast hash is safe here, because 80 bits cannot be guessed.
 */
export function fingerprint(typed: string): string {
  const normalized = typed
    .replace(/[\s\p{Dash}]/gu, '')
    .replace(/[oO]/g, '0')
    .replace(/[iIıİlL]/g, '1')
    .toLowerCase()
  return createHash('sha256').update(normalized).digest('hex')
}
