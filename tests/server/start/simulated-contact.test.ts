import { expect, it } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { warnOfSimulatedContact } from '#server/start/warn-of-simulated-contact.ts'

it.each([
  ['https://kanat.example', '', 1],
  ['https://kanat.example', '/api/contact', 0],
  ['http://127.0.0.1:8080', '', 0],
])(
  'a server at %s whose contact form posts to "%s" warns %i times',
  (ORIGIN, PUBLIC_CONTACT_ENDPOINT, times) => {
    const warnings: unknown[] = []
    const config = readConfig({ ORIGIN, PUBLIC_CONTACT_ENDPOINT })
    warnOfSimulatedContact(config, { warn: (...said: unknown[]) => warnings.push(said) })
    expect(warnings).toHaveLength(times)
  },
)
