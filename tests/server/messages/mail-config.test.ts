import { expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/infrastructure/config.ts'

const sentencesOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

it.each(['smtp://mail.example', 'smtps://user:p%40ss@mail.example:465', 'smtp://[::1]:2525?requireTLS=true'])(
  'accepts SMTP_URL=%s',
  (SMTP_URL) => {
    expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  },
)

it.each(['mail.example', 'http://mail.example', 'smtp:secret', 'smtp://', 'mail.example:587'])(
  'refuses SMTP_URL=%s with one sentence that does not repeat it',
  (SMTP_URL) => {
    expect(sentencesOf({ SMTP_URL })).toBe(
      'SMTP_URL: Write it as smtp://user:password@host:587 or smtps://user:password@host.',
    )
  },
)

it.each(['posta@bora.example', 'Kanat <posta@bora.example>', '"Kanat, Bora" <posta@bora.example>'])(
  'accepts MAIL_FROM=%s',
  (MAIL_FROM) => {
    expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  },
)

it.each(['Kanat', 'a@bora.example, b@bora.example', 'Kanat <bora>', 'Team: a@bora.example;'])(
  'refuses MAIL_FROM=%s with one sentence',
  (MAIL_FROM) => {
    expect(sentencesOf({ MAIL_FROM })).toBe(
      'MAIL_FROM: Write one address, as in Kanat <no-reply@kanat.example>.',
    )
  },
)

it('uses the host of ORIGIN for the sender by default', () => {
  expect(readConfig({ ORIGIN: 'https://portal.kanat.example:8443/' }).mailFrom).toBe(
    'Kanat <no-reply@portal.kanat.example>',
  )
})
