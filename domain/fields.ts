import * as z from 'zod'
import { EMAIL_PATTERN } from '#domain/text/email.ts'
import { line, rawText } from '#domain/text/text.ts'

/** Field types shared by many records. */

export const requiredText = line(200).min(1)
export const optionalText = line(200)

const address = line(254)

/** An e-mail address as typed. Addresses with the same `foldEmail` are equal. */
export const Email = address.pipe(z.email({ pattern: EMAIL_PATTERN }))

/** An optional e-mail address. */
export const OptionalEmail = address.pipe(z.union([z.literal(''), z.email({ pattern: EMAIL_PATTERN })]))

/** An id in a path or a query: a positive integer written in digits. */
export const Id = rawText(15)
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** Incremented by each change of a record: the version read by a client, for the header `If-Match`. */
export const Revision = z.int().min(0)

/** A day, such as `2026-11-21`. */
export const Day = rawText(10).check(z.iso.date())

/** A time in UTC, such as `2026-11-21T09:30:00.000Z`. */
export const Time = rawText(40).check(z.iso.datetime())

/** The path of a call about one record. */
export const IdParam = z.object({ id: Id })

/** Multipart forms and queries send an empty text for no choice. It counts as absent. */
export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema)
