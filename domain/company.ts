import * as z from 'zod'
import { lines } from '#domain/text/text.ts'
import { DEFAULT_TIME_ZONE, TimeZone } from '#domain/time/today.ts'
import { OptionalEmail, optionalText, Revision, requiredText } from './fields.ts'
import { REVIEW_DAYS_DEFAULT } from './limits.ts'

const reviewDays = z.int().min(1).max(365)
const deadline = z.int().min(0).max(120).nullable()

/** The user's fields of a company: the columns of its table. */
export const CompanyFields = z.strictObject({
  name: requiredText,
  contact_email: OptionalEmail,
  authorized_number: optionalText,
  phone: optionalText,
  address: lines(1000),
  /** Defines "today" for the company's records. */
  time_zone: TimeZone,
  /** The months until a finding of this severity is due; null for the default in `content/findings/severities.json`. */
  deadline_2_months: deadline,
  deadline_3_months: deadline,
  deadline_4_months: deadline,
  deadline_5_months: deadline,
  /** True if the author of all findings may not publish the inspection. */
  review_required: z.boolean(),
  /** True if each user of the company needs a second factor. */
  second_factor_required: z.boolean(),
  /** True if its managers may add links for people without an account. Turning it off ends them all. */
  links_allowed: z.boolean(),
  /** Maximum days of an inspection in review. */
  review_days: reviewDays,
})
export type CompanyFields = z.infer<typeof CompanyFields>

/** A company as the API answers it. */
export const Company = CompanyFields.extend({
  // Stored values are valid already; a newer server can know more zones.
  contact_email: z.string(),
  time_zone: z.string(),
  id: z.int().positive(),
  user_count: z.int().min(0),
  turbine_count: z.int().min(0),
  revision: Revision,
})
export type Company = z.infer<typeof Company>

const fields = CompanyFields.shape

/** The body of `POST /companies`. */
export const CompanyDraft = CompanyFields.extend({
  contact_email: fields.contact_email.default(''),
  authorized_number: fields.authorized_number.default(''),
  phone: fields.phone.default(''),
  address: fields.address.default(''),
  time_zone: fields.time_zone.default(DEFAULT_TIME_ZONE),
  deadline_2_months: deadline.default(null),
  deadline_3_months: deadline.default(null),
  deadline_4_months: deadline.default(null),
  deadline_5_months: deadline.default(null),
  review_required: z.boolean().default(false),
  second_factor_required: z.boolean().default(false),
  links_allowed: z.boolean().default(false),
  review_days: reviewDays.default(REVIEW_DAYS_DEFAULT),
})
export type CompanyDraft = z.infer<typeof CompanyDraft>

/** The body of `PUT /companies/{id}`: omitted fields keep their values. */
export const CompanyChange = CompanyFields.partial()
export type CompanyChange = z.infer<typeof CompanyChange>
