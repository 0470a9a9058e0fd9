import * as z from 'zod'
import { line } from './text.ts'

/** The kinds of fields that many things have. */

export const requiredText = line.min(1).max(200)
export const optionalText = line.max(200)

const address = line.max(254)

/** An e-mail address as people type it; `foldEmail` says which two are one. */
export const Email = address.pipe(z.email())

/** Likewise, where it may be left out. */
export const OptionalEmail = address.pipe(z.union([z.literal(''), z.email()]))

/** An id in a path or a query: a positive integer written in digits. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** The path of a call about one record. */
export const IdParam = z.object({ id: Id })

/** Multipart and queries send an empty text where nothing was chosen; it counts as absent. */
export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema)
