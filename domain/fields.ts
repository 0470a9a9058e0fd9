import * as z from 'zod'
import { line } from './text.ts'

/** Kinds of fields that many records have. */

export const requiredText = line.min(1).max(200)
export const optionalText = line.max(200)

const address = line.max(254)

/** An e-mail address as typed. Two addresses are the same if `foldEmail` returns the same text. */
export const Email = address.pipe(z.email())

/** An optional e-mail address. */
export const OptionalEmail = address.pipe(z.union([z.literal(''), z.email()]))

/** An id in a path or a query: a positive integer written in digits. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** The path of a call about one record. */
export const IdParam = z.object({ id: Id })

/** Multipart forms and queries send an empty text if the user chose nothing. It counts as absent. */
export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema)
