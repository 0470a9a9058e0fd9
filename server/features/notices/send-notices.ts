import { hourIn, todayIn } from '#domain/time/today.ts'
import type { Services } from '#server/core/env.ts'
import { chosenKinds, readChoices } from '#server/features/notifications/notification-choices.ts'
import { listNew } from '#server/features/notifications/notification-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { dayMail, NAMED_MAX } from './day-mail.ts'
import { claimNotice, returnNotice } from './notice-queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { listWaiting } from './waiting-inspections.ts'

/** Mails are sent from the first hour until before the second, in the company's time zone. */
const MORNING = [7, 12] as const
const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum age of a mail's content in days, also after days without mails. */
const NEWS_OF_DAYS = 7

/**
 * Sends the morning mail to each subscribed user with notifications or waiting inspections. Maintenance calls it hourly. Without a mail
 * server none is sent, because the outbox would fill.
 *
 * @returns how many mails were given to the mailer
 */
export async function sendNotices(services: Services, now = new Date()): Promise<number> {
  const { config, db, transactions, mailer, tokenSecret, log } = services
  if (config.smtpUrl === undefined) return 0
  let sent = 0
  for (const user of await listRecipients(db.readFor(SERVER_ITSELF, undefined))) {
    if (services.stopping) break
    const day = todayIn(user.time_zone, now)
    const hour = hourIn(user.time_zone, now)
    if (hour < MORNING[0] || hour >= MORNING[1] || user.notices_sent_on === day) continue
    const choices = readChoices(user)
    const kinds = chosenKinds(choices, 'mail')
    // The user's view; customers read published data only.
    const read = db.readFor(user, undefined)
    const since = new Date(now.getTime() - NEWS_OF_DAYS * DAY_MS).toISOString()
    const news =
      kinds.length > 0
        ? await listNew(read, user, kinds, { since, limit: NAMED_MAX })
        : { named: [], ids: [] }
    const waiting = choices.inspections.mail ? await listWaiting(read, user) : []
    if (news.ids.length + waiting.length === 0) continue
    const isFirst = await transactions.run((transaction) => {
      db.concern(user.company_id)
      return claimNotice(transaction, user.id, day, news.ids)
    }, 'refuse')
    if (!isFirst) continue
    sent += 1
    mailer.post(log.child({ user: user.id }), {
      compose: () =>
        dayMail(config.origin, {
          language: user.language ?? 'tr',
          email: user.email,
          first_name: user.first_name,
          time_zone: user.time_zone,
          token: unsubscribeToken(user.id, tokenSecret),
          news,
          waiting,
        }),
      onDeliveryFailed: () =>
        transactions.run((transaction) => returnNotice(transaction, user.id, day), 'refuse'),
    })
  }
  return sent
}

/** Active subscribed users with a confirmed address. */
function listRecipients(db: Reader) {
  return db
    .selectFrom('user')
    .innerJoin('company', 'company.id', 'user.company_id')
    .select([
      'user.id',
      'user.role',
      'user.company_id',
      'user.email',
      'user.first_name',
      'user.language',
      'user.inspection_notices',
      'user.notification_choices',
      'user.notices_sent_on',
      'company.time_zone',
    ])
    .where('user.is_active', '=', 1)
    .where('user.email_confirmed', '=', 1)
    .orderBy('user.id')
    .execute()
}
