import { createHash } from 'node:crypto'

/** The hash by which the content security policy allows an inline script. */
export function contentHash(script: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
