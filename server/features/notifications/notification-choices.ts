import { wantsInspectionNotices } from '#domain/notices.ts'
import {
  defaultChoices,
  NOTIFICATION_KINDS,
  NotificationChoices,
  type NotificationKind,
} from '#domain/notifications.ts'
import type { Role } from '#domain/permissions.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** A user's stored settings. */
interface StoredChoices {
  role: Role
  inspection_notices: 0 | 1 | null
  notification_choices: string | null
}

/** A user's settings, with defaults for the rest. */
export function readChoices({
  role,
  inspection_notices,
  notification_choices,
}: StoredChoices): NotificationChoices {
  const stored = notification_choices === null ? {} : (JSON.parse(notification_choices) as object)
  const inspections = { mail: wantsInspectionNotices(role, inspection_notices) }
  return { ...defaultChoices(), ...stored, inspections }
}

/** The kinds enabled there. */
export function chosenKinds(choices: NotificationChoices, where: 'bell' | 'mail'): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => choices[kind][where])
}

/** Undefined if the user was deleted. */
export async function findChoices(db: Reader, userId: number): Promise<NotificationChoices | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['role', 'inspection_notices', 'notification_choices'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && readChoices(row)
}

/** @param before the former settings: unchanged ones still follow the role */
export async function storeChoices(
  db: Writer,
  userId: number,
  { inspections, ...kinds }: NotificationChoices,
  before?: NotificationChoices,
): Promise<void> {
  const isChosen = inspections.mail !== before?.inspections.mail
  await db
    .updateTable('user')
    .set({
      notification_choices: JSON.stringify(kinds),
      ...(isChosen && { inspection_notices: inspections.mail ? (1 as const) : (0 as const) }),
    })
    .where('id', '=', userId)
    .execute()
}

/** The settings without any mail. */
export function withoutMail(choices: NotificationChoices): NotificationChoices {
  const kinds = NOTIFICATION_KINDS.map((kind) => [kind, { ...choices[kind], mail: false }])
  return NotificationChoices.parse({ ...Object.fromEntries(kinds), inspections: { mail: false } })
}
