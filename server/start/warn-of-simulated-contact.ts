import type { Logger } from 'pino'
import type { Config } from '#server/infrastructure/config.ts'

/** Warns if the contact form of a public server only simulates sending: visitors' messages are lost. */
export function warnOfSimulatedContact(
  { origin, contactEndpoint }: Pick<Config, 'origin' | 'contactEndpoint'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (contactEndpoint !== '' || !origin.startsWith('https:')) return
  log.warn(
    'PUBLIC_CONTACT_ENDPOINT is not set: unless the pages were built with one, the contact form only simulates sending',
  )
}
