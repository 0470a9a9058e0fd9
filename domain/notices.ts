import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import type { Role } from './permissions.ts'

/** The body of `PUT /users/{id}/notices`. */
export const NoticeChoice = z.strictObject({
  /** At most one mail each morning while inspections wait for the user. */
  inspections: z.boolean(),
})
export type NoticeChoice = z.infer<typeof NoticeChoice>

/** The longest unsubscribe token, in characters. */
const TOKEN_MAX_LENGTH = 80

/** The query of the unsubscribe calls. */
export const UnsubscribeQuery = z.object({ token: rawText(TOKEN_MAX_LENGTH) })

/** True for users who get the mail about waiting inspections. @param chosen null for the default: those who work on inspections */
export function wantsInspectionNotices(role: Role, chosen: 0 | 1 | null): boolean {
  return chosen === null ? role !== 'customer' && role !== 'viewer' : chosen === 1
}
