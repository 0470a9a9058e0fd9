import * as z from 'zod'
import { Email } from './fields.ts'
import { CONTACT_LINE_MAX_LENGTH, CONTACT_TEXT_MAX_LENGTH } from './limits.ts'

const line = z
  .string()
  .trim()
  .max(CONTACT_LINE_MAX_LENGTH)
  .regex(/^[^\p{Cc}]*$/u)

/** The body of `POST /contact`: what a visitor of the public site writes to the company. */
export const ContactMessage = z.strictObject({
  name: line.min(1),
  email: z.union([z.literal(''), Email]).default(''),
  phone: line.default(''),
  subject: line.min(1),
  message: z.string().trim().min(1).max(CONTACT_TEXT_MAX_LENGTH),
})
export type ContactMessage = z.infer<typeof ContactMessage>
