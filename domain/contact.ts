import * as z from 'zod'
import { line, lines } from '#domain/text/text.ts'
import { OptionalEmail } from './fields.ts'
import { CONTACT_LINE_MAX_LENGTH, CONTACT_TEXT_MAX_LENGTH } from './limits.ts'

const contactLine = line(CONTACT_LINE_MAX_LENGTH)

/** The body of `POST /contact`: the message of a visitor of the public site to the company, who can answer by e-mail or by phone. */
export const ContactMessage = z
  .strictObject({
    name: contactLine.min(1),
    email: OptionalEmail.default(''),
    phone: contactLine.default(''),
    subject: contactLine.min(1),
    message: lines(CONTACT_TEXT_MAX_LENGTH).min(1),
  })
  .refine(({ email, phone }) => Boolean(email || phone), {
    path: ['email'],
    error: 'answer_impossible',
    // The visitor is told everything at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type ContactMessage = z.infer<typeof ContactMessage>
