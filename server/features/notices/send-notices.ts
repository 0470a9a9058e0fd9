import { wantsInspectionNotices } from '#domain/notices.ts'
import { hourIn, todayIn } from '#domain/time/today.ts'
import type { Services } from '#server/core/env.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { claimNotice, returnNotice } from './notice-queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { listWaiting } from './waiting-inspections.ts'
import { waitingMail } from './waiting-mail.ts'

/** Mails are sent from the first hour until before the second one, in the time zone of the company. */
const MORNING = [7, 12] as const

/**
 * Mails each user who wants it what waits for them, once in the morning; nobody for whom nothing waits. The maintenance calls it each hour. A
 * server without a mail server sends none, because its outbox would fill.
 *
 * @returns how many mails were given to the mailer
 */
export async function sendNotices(services: Services, now = new Date()): Promise<number> {
  const { config, db, transactions, mailer, tokenSecret, log } = services
  if (config.smtpUrl === undefined) return 0
  const read = db.readFor(SERVER_ITSELF, undefined)
  let sent = 0
  for (const user of await listRecipients(read)) {
    if (services.stopping) break
    const day = todayIn(user.time_zone, now)
    const hour = hourIn(user.time_zone, now)
    if (hour < MORNING[0] || hour >= MORNING[1] || user.notices_sent_on === day) continue
    const waiting = await listWaiting(read, user)
    if (waiting.length === 0) continue
    const isFirst = await transactions.run((transaction) => claimNotice(transaction, user.id, day), 'refuse')
    if (!isFirst) continue
    sent += 1
    mailer.post(log.child({ user: user.id }), {
      compose: () =>
        waitingMail(config.origin, {
          language: user.language ?? 'tr',
          email: user.email,
          first_name: user.first_name,
          token: unsubscribeToken(user.id, tokenSecret),
          waiting,
        }),
      onDeliveryFailed: () =>
        transactions.run((transaction) => returnNotice(transaction, user.id, day), 'refuse'),
    })
  }
  return sent
}

/** The active users who want the mail and whose address is confirmed. */
async function listRecipients(db: Reader) {
  const rows = await db
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
      'user.notices_sent_on',
      'company.time_zone',
    ])
    .where('user.is_active', '=', 1)
    .where('user.email_confirmed', '=', 1)
    .orderBy('user.id')
    .execute()
  return rows.filter(({ role, inspection_notices }) => wantsInspectionNotices(role, inspection_notices))
}
