import { createHmac, timingSafeEqual } from 'node:crypto'

/** The lifetime of a code, in seconds. */
const STEP_S = 30
const DIGITS = 6
/** Accepted steps before and after the current one, for clocks that differ and people who type slowly. */
const DRIFT_STEPS = 1

/** @see https://www.rfc-editor.org/rfc/rfc4648#section-6 */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The time step for which `code` is right; undefined for a wrong code. SHA-1 and six digits, which every authenticator app reads.
 *
 * @param now in milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export function findStep(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const typed = Buffer.from(code.replace(/\s/g, ''))
  const current = Math.floor(now / 1000 / STEP_S)
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, index) => current - DRIFT_STEPS + index)
  return steps.find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === typed.length && timingSafeEqual(right, typed)
  })
}

/** The code of a time step. @see https://www.rfc-editor.org/rfc/rfc4226#section-5.3 */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The secret as people type it into an app. */
export function encodeBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address behind the QR code. @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUri(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: encodeBase32(secret), issuer: 'Kanat' })
  return `otpauth://totp/Kanat:${encodeURIComponent(email)}?${query}`
}
