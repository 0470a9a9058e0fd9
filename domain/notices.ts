import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import type { Role } from './permissions.ts'

/** The body of `PUT /users/{id}/notices`. */
export const NoticeChoice = z.strictObject({
  /** A mail in the morning, at most one a day, while inspections wait for the user. */
  inspections: z.boolean(),
})
export type NoticeChoice = z.infer<typeof NoticeChoice>

/** The longest token of a link that ends the mails, in characters. */
const TOKEN_MAX_LENGTH = 80

/** The query of the calls that end the mails without a sign-in. */
export const UnsubscribeQuery = z.object({ token: rawText(TOKEN_MAX_LENGTH) })

/** True for users who get the mail about inspections that wait. @param chosen null if nobody has chosen: then those get it who work on inspections */
export function wantsInspectionNotices(role: Role, chosen: 0 | 1 | null): boolean {
  return chosen === null ? role !== 'customer' && role !== 'viewer' : chosen === 1
}
