import * as z from 'zod'
import { line, lines } from '#domain/text/text.ts'
import { OptionalEmail } from './fields.ts'
import { CONTACT_LINE_MAX_LENGTH, CONTACT_TEXT_MAX_LENGTH } from './limits.ts'

const contactLine = line(CONTACT_LINE_MAX_LENGTH)

/** The body of `POST /contact`: a message of a site visitor to the company, with an e-mail address or phone for the reply. */
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
    // The visitor sees all errors at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type ContactMessage = z.infer<typeof ContactMessage>
