import { foldEmail } from '#domain/user.ts'
import { clientAddress, clientPlace } from '#server/core/access/client-address.ts'
import { fingerprint, makePassword } from '#server/core/access/made-password.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import type { Services } from '#server/features/open-features.ts'
import { findAccount } from '#server/features/users/user-queries.ts'
import { NO_COMPANY } from '#server/infrastructure/database/database.ts'
import { passwordMail } from '#server/infrastructure/mail/password-mail.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { revokeMailedPassword, storeMailedPassword } from './mailed-password-queries.ts'

/**
 * Mails a new password if the account exists, is active and had no such mail just now, nor five in a day. The client cannot tell: the same statements always
 * run, and the mail follows the answer.
 *
 * @throws ApiError `too_many_requests`
 */
export async function resetPassword(c: ApiContext<unknown, Services>, email: string): Promise<void> {
  const { db, transactions, mailer, config, passwordResetLimits } = c.var.services
  const account = foldEmail(email)
  await passwordResetLimits.countRequest(account, clientPlace(c))

  const mayBeMailed = await passwordResetLimits.mails.allows(account)
  const password = makePassword()
  const stored = fingerprint(password)
  const { user, mailedAt } = await transactions.run(async (transaction) => {
    const user = await findAccount(transaction, account)
    db.concern(user?.company_id ?? NO_COMPANY)
    const mailedAt = await storeMailedPassword(transaction, mayBeMailed ? user?.id : undefined, stored)
    await writeAuditEntry(transaction, c, {
      action: 'password.reset',
      record: { id: user?.id ?? '', name: account },
      by: undefined,
    })
    return { user, mailedAt }
  })
  requestLog(c).info({ address: clientAddress(c) }, 'a new password was requested')
  if (!user || mailedAt === undefined) {
    // Not awaited, so that the answer takes as long as with a mail.
    if (mayBeMailed) void passwordResetLimits.mails.takeBack(account).catch(() => {})
    return
  }

  const language = preferredLanguage(c)
  mailer.post(requestLog(c).child({ user: user.id }), {
    compose: () => passwordMail(language, config.origin, { ...user, password }),
    onDeliveryFailed: () =>
      transactions.run((transaction) => revokeMailedPassword(transaction, user.id, stored, mailedAt)),
  })
}
