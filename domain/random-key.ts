const BYTES = 16

/** 32 random hexadecimal digits, unguessable and unique. Without https, browsers lack `crypto.randomUUID`. */
export function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
