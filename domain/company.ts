import * as z from 'zod'
import { OptionalEmail, optionalText, requiredText } from './fields.ts'
import { lines } from './text.ts'

/** The fields of a company that a user fills in: the columns of its table. */
export const CompanyFields = z.strictObject({
  name: requiredText,
  contact_email: OptionalEmail,
  authorized_number: optionalText,
  phone: optionalText,
  address: lines.max(1000),
})
export type CompanyFields = z.infer<typeof CompanyFields>

/** A company as the API answers it. */
export const Company = CompanyFields.extend({
  contact_email: z.string(),
  id: z.int().positive(),
  user_count: z.int().min(0),
  turbine_count: z.int().min(0),
})
export type Company = z.infer<typeof Company>

const fields = CompanyFields.shape

/** The body of `POST /companies`. */
export const CompanyDraft = CompanyFields.extend({
  contact_email: fields.contact_email.default(''),
  authorized_number: fields.authorized_number.default(''),
  phone: fields.phone.default(''),
  address: fields.address.default(''),
})
export type CompanyDraft = z.infer<typeof CompanyDraft>

/** The body of `PUT /companies/{id}`: missing fields keep their value. */
export const CompanyChange = CompanyFields.partial()
export type CompanyChange = z.infer<typeof CompanyChange>
