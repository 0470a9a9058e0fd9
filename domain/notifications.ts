import * as z from 'zod'
import { unlessEmpty } from './fields.ts'
import { FindingTypeId, Severity } from './findings/finding-type.ts'
import { rawText } from './text/text.ts'
import { TurbineState } from './turbine.ts'

/** What a user is told of. */
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

/** How long notifications are kept, in days. */
export const NOTIFICATIONS_KEPT_DAYS = 90
/** How many days before its due date a finding is told. */
export const DUE_IN_DAYS = [30, 7, 0] as const
/** How many of its worst findings a publication names. */
export const WORST_FINDINGS_MAX = 3

/** A finding as a notification names it. */
const NamedFinding = z.object({
  id: z.int().positive(),
  /** The number of the finding for readers, such as `A-LE-001`. */
  number: z.string(),
  type: FindingTypeId,
  severity: Severity.nullable(),
})
export type NamedFinding = z.infer<typeof NamedFinding>

const fields = {
  id: z.int().positive(),
  /** When it happened. */
  at: z.iso.datetime(),
  read: z.boolean(),
  turbine_id: z.int().positive(),
  /** The name of the turbine, or its code if it has none. */
  turbine_name: z.string(),
}
const record = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    /** The id of the record; of an inspection its year, because calls name it by its turbine and its year. */
    id: z.int().positive(),
  })

/** A notification as the API answers it. */
export const Notification = z.discriminatedUnion('kind', [
  z.object({
    ...fields,
    kind: z.literal('published'),
    record: record('inspection'),
    version: z.int().positive(),
    /** The state of the turbine after the publication. */
    state: TurbineState,
    /** The worst unsolved findings of the version. */
    worst: z.array(NamedFinding).max(WORST_FINDINGS_MAX),
  }),
  z.object({
    ...fields,
    kind: z.literal('comment'),
    record: record('comment'),
    user_name: z.string(),
    comment: z.string(),
    /** The finding that the comment is about; null if it is about the turbine. */
    finding: NamedFinding.nullable(),
  }),
  z.object({
    ...fields,
    kind: z.literal('due'),
    /** The worst of the findings that are due on this day. */
    record: record('finding'),
    due_on: z.iso.date(),
    in_days: z.literal(DUE_IN_DAYS),
    /** How many findings of the turbine are due on this day. */
    findings: z.int().positive(),
    finding: NamedFinding,
  }),
  z.object({
    ...fields,
    kind: z.literal('review_late'),
    record: record('inspection'),
    /** Since when the inspection waits for its review. */
    since: z.iso.datetime(),
    /** How many days the company allows. */
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
    /** A point cloud, which is prepared after its upload, can be opened. */
    kind: z.literal('upload_ready'),
    record: record('photo'),
    year: z.int(),
    name: z.string(),
  }),
])
export type Notification = z.infer<typeof Notification>

/** The query of `GET /notifications`. */
export const NotificationQuery = z.object({
  /** `true` finds those that are not read. */
  unread: unlessEmpty(z.enum(['true', 'false']).optional()),
  /** `next` of the answer before. */
  cursor: unlessEmpty(
    rawText(20)
      .regex(/^[01]-[1-9]\d{0,14}$/, { error: 'invalid_cursor' })
      .optional(),
  ),
})
export type NotificationQuery = z.infer<typeof NotificationQuery>

/** The greatest number of notifications that one call marks as read by their ids. */
const READ_AT_ONCE_MAX = 200

/** The body of `PUT /notifications/read`: some, or all up to the newest one that the caller has seen. */
export const NotificationsRead = z.union([
  z.strictObject({ ids: z.array(z.int().positive()).min(1).max(READ_AT_ONCE_MAX) }),
  z.strictObject({ up_to: z.int().positive() }),
])
export type NotificationsRead = z.infer<typeof NotificationsRead>

const Choice = z.strictObject({ bell: z.boolean(), mail: z.boolean() })

/** What a user is told of where: in the bell of the panel, and in the mail of the morning. The body of `PUT /notifications/choices`. */
export const NotificationChoices = z.strictObject({
  published: Choice,
  comment: Choice,
  due: Choice,
  review_late: Choice,
  report_ready: Choice,
  upload_ready: Choice,
  /** The list of inspections that wait for the user. It is in the mail alone. */
  inspections: z.strictObject({ mail: z.boolean() }),
} satisfies Record<NotificationKind | 'inspections', z.ZodType>)
export type NotificationChoices = z.infer<typeof NotificationChoices>

/** What is told until a user chooses: everything in the bell, publications alone by mail. */
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
