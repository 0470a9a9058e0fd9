import type { Logger } from 'pino'
import type { Config } from '#server/infrastructure/config.ts'

/** Warns on a public server whose contact form only simulates the sending, because the messages of visitors are lost. */
export function warnOfSimulatedContact(
  { origin, contactEndpoint }: Pick<Config, 'origin' | 'contactEndpoint'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (contactEndpoint !== '' || !origin.startsWith('https:')) return
  log.warn(
    'there is no PUBLIC_CONTACT_ENDPOINT: unless the pages were built with one, the contact form only simulates the sending',
  )
}
