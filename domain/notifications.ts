import * as z from 'zod'
import { unlessEmpty } from './fields.ts'
import { NamedFinding } from './findings/named-finding.ts'
import { DUE_IN_DAYS, WORST_FINDINGS_MAX } from './limits.ts'
import { rawText } from './text/text.ts'
import { TurbineState } from './turbine.ts'

/** The kinds of notifications. */
export const NOTIFICATION_KINDS = [
  'published',
  'comment',
  'due',
  'review_late',
  'report_ready',
  'upload_ready',
] as const
export const NotificationKind = z.enum(NOTIFICATION_KINDS)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Retention of notifications, in days. */
export const NOTIFICATIONS_KEPT_DAYS = 90

const fields = {
  id: z.int().positive(),
  /** The time of the event. */
  at: z.iso.datetime(),
  read: z.boolean(),
  turbine_id: z.int().positive(),
  /** The turbine's name, or else its code. */
  turbine_name: z.string(),
}
const record = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    /** The id of the record; for an inspection its year, because calls name it by turbine and year. */
    id: z.int().positive(),
  })

/** A notification as the API answers it. */
export const Notification = z.discriminatedUnion('kind', [
  z.object({
    ...fields,
    kind: z.literal('published'),
    record: record('inspection'),
    version: z.int().positive(),
    /** The turbine's state after the publication. */
    state: TurbineState,
    /** The worst unresolved findings of the version. */
    worst: z.array(NamedFinding).max(WORST_FINDINGS_MAX),
  }),
  z.object({
    ...fields,
    kind: z.literal('comment'),
    record: record('comment'),
    user_name: z.string(),
    comment: z.string(),
    /** The finding of the comment; null for the turbine. */
    finding: NamedFinding.nullable(),
  }),
  z.object({
    ...fields,
    kind: z.literal('due'),
    /** The worst of the findings due on this day. */
    record: record('finding'),
    due_on: z.iso.date(),
    in_days: z.literal(DUE_IN_DAYS),
    /** The number of the turbine's findings due on this day. */
    findings: z.int().positive(),
    finding: NamedFinding,
  }),
  z.object({
    ...fields,
    kind: z.literal('review_late'),
    record: record('inspection'),
    /** The start of the review. */
    since: z.iso.datetime(),
    /** The company's maximum in days. */
    days: z.int().positive(),
  }),
  z.object({
    ...fields,
    kind: z.literal('report_ready'),
    record: record('report'),
    year: z.int(),
    name: z.string(),
  }),
  z.object({
    ...fields,
    /** A prepared point cloud can be opened. */
    kind: z.literal('upload_ready'),
    record: record('photo'),
    year: z.int(),
    name: z.string(),
  }),
])
export type Notification = z.infer<typeof Notification>

/** The query of `GET /notifications`. */
export const NotificationQuery = z.object({
  /** `true` selects unread ones. */
  unread: unlessEmpty(z.enum(['true', 'false']).optional()),
  /** `next` of the previous answer. */
  cursor: unlessEmpty(
    rawText(20)
      .regex(/^[01]-[1-9]\d{0,14}$/, { error: 'invalid_cursor' })
      .optional(),
  ),
})
export type NotificationQuery = z.infer<typeof NotificationQuery>

/** Maximum notifications marked as read by id in one call. */
const READ_AT_ONCE_MAX = 200

/** The body of `PUT /notifications/read`: some, or all up to the newest that the caller has seen. */
export const NotificationsRead = z.union([
  z.strictObject({ ids: z.array(z.int().positive()).min(1).max(READ_AT_ONCE_MAX) }),
  z.strictObject({ up_to: z.int().positive() }),
])
export type NotificationsRead = z.infer<typeof NotificationsRead>

const Choice = z.strictObject({ bell: z.boolean(), mail: z.boolean() })

/** The notification settings: for the bell of the panel, and for the morning mail. The body of `PUT /notifications/choices`. */
export const NotificationChoices = z.strictObject({
  published: Choice,
  comment: Choice,
  due: Choice,
  review_late: Choice,
  report_ready: Choice,
  upload_ready: Choice,
  /** The list of inspections that wait for the user, by mail only. */
  inspections: z.strictObject({ mail: z.boolean() }),
} satisfies Record<NotificationKind | 'inspections', z.ZodType>)
export type NotificationChoices = z.infer<typeof NotificationChoices>

/** The default: everything in the bell, only publications by mail. */
export function defaultChoices(): Record<NotificationKind, z.infer<typeof Choice>> {
  return {
    published: { bell: true, mail: true },
    comment: { bell: true, mail: false },
    due: { bell: true, mail: false },
    review_late: { bell: true, mail: false },
    report_ready: { bell: true, mail: false },
    upload_ready: { bell: true, mail: false },
  }
}
