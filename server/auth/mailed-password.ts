import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter that looks like a digit. @see https://www.crockford.com/base32.html */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five bits each, so 80 bits together. */
const LETTERS = 16

/** A random password that is easy to type, as in `7k3m-x9qd-2wta-hc5v`. */
export function makePassword(): string {
  const letters = Array.from(randomBytes(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

/**
 * What is stored of a mailed password, and looked up of a typed one. Case, spaces and hyphens do not matter, nor whether
 * somebody took a 0 for an o or a 1 for an i or l. A fast hash is right here: nobody tries 80 bits through.
 */
export function fingerprint(typed: string): string {
  const read = typed
    .replace(/[\s\p{Dash}]/gu, '')
    .replace(/[oO]/g, '0')
    .replace(/[iIıİlL]/g, '1')
    .toLowerCase()
  return createHash('sha256').update(read).digest('hex')
}
