/** In a message of `content/`, two apostrophes stand for one: in the panel, in answers, in mails and in reports. Every text here ends with two. */
import { afterAll, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#domain/text/language.ts'
import { contactMail } from '#server/features/contact/contact-mail.ts'
import { ReportWords } from '#server/features/inspections/description/report-words.ts'
import { terminalSentence } from '#server/infrastructure/errors.ts'
import { emailChangeMail } from '#server/infrastructure/mail/email-change-mail.ts'
import type { Mail } from '#server/infrastructure/mail/mailer.ts'
import { passwordMail, resetAnswer } from '#server/infrastructure/mail/password-mail.ts'
import { makeVisitor } from '../../support/accounts.ts'
import { TestApp } from '../../support/test-app.ts'

const { withApostrophes } = vi.hoisted(() => {
  type Texts = { [name: string]: string | Texts }
  const add = (texts: Texts): Texts =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? `${text}''` : add(text)]),
    )
  return {
    withApostrophes: async (read: () => Promise<unknown>) => ({
      default: add(((await read()) as { default: Texts }).default),
    }),
  }
})
vi.mock('#content/errors/tr.json', (original) => withApostrophes(original))
vi.mock('#content/errors/en.json', (original) => withApostrophes(original))
vi.mock('#content/mail/tr.json', (original) => withApostrophes(original))
vi.mock('#content/mail/en.json', (original) => withApostrophes(original))
vi.mock('#content/report/tr.json', (original) => withApostrophes(original))
vi.mock('#content/report/en.json', (original) => withApostrophes(original))

// The modules of this file are loaded anew, so that they get these texts, and those of the next file get the others.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  for (const part of ['errors', 'mail', 'report'])
    for (const language of LANGUAGES) vi.doUnmock(`#content/${part}/${language}.json`)
  vi.resetModules()
})

const ORIGIN = 'https://kanat.example'

it.each(LANGUAGES)('the answers in %s', async (language) => {
  await using testApp = await TestApp.open()
  const visitor = makeVisitor(testApp)
  const headers = { 'Accept-Language': language }
  const unknown = (await (await visitor.get('/api/nothing', headers)).json()) as { message: string }
  expect(unknown.message).toMatch(/[^']'$/)
  const refused = await visitor.json('POST', '/api/contact', { name: 'Ada' }, headers)
  const { message, issues } = (await refused.json()) as { message: string; issues: { message: string }[] }
  for (const sentence of [message, ...issues.map((issue) => issue.message)])
    expect(sentence).toMatch(/[^']'$/)
})

it.each(LANGUAGES)('the mails in %s', async (language) => {
  const change = { first_name: 'Ada', email: 'ada@kanat.example', changedBy: 'Bora', isConfirmed: false }
  const message = { name: 'Ada', email: '', phone: '1', subject: 'Ek', message: 'Metin' }
  const mails: Mail[] = [
    await passwordMail(language, ORIGIN, { email: 'a@b.example', first_name: 'Ada', password: 'x' }),
    await emailChangeMail(language, ORIGIN, 'a@b.example', change),
    await contactMail(language, message),
  ]
  for (const { subject, text, html } of mails) {
    expect(subject).toMatch(/[^']'$/)
    expect(text).toMatch(/[^']'/)
    expect(text).not.toContain("''")
    expect(html).not.toMatch(/''|&#39;&#39;/)
  }
  expect(resetAnswer(language)).toMatch(/[^']'$/)
})

it.each(LANGUAGES)('the report in %s', (language) => {
  const words = new ReportWords(language)
  expect(words.text('about.disclaimer.text')).toMatch(/[^']'$/)
  expect(words.text('severity.named', { severity: 3, name: 'Orta' })).toMatch(/[^']'$/)
})

it('the terminal', () => {
  expect(terminalSentence('required')).toMatch(/[^']'$/)
})
