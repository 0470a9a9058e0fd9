import * as z from 'zod'
import { line, lines } from '#domain/text/text.ts'
import { OptionalEmail } from './fields.ts'
import { CONTACT_LINE_MAX_LENGTH, CONTACT_TEXT_MAX_LENGTH } from './limits.ts'

const contactLine = line(CONTACT_LINE_MAX_LENGTH)

/** The body of `POST /contact`: a message of a site visitor to the company. Without e-mail address and phone, nobody can answer it. */
export const ContactMessage = z.strictObject({
  name: contactLine.min(1),
  email: OptionalEmail.default(''),
  phone: contactLine.default(''),
  subject: contactLine.min(1),
  message: lines(CONTACT_TEXT_MAX_LENGTH).min(1),
})
export type ContactMessage = z.infer<typeof ContactMessage>
