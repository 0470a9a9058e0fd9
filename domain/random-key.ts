const BYTES = 16

/** 32 hexadecimal digits that nobody guesses or gets a second time. Without https, browsers have no `crypto.randomUUID`. */
export function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
