import type { Context } from 'hono'
import { clientAddress, clientPlace } from '#server/access/client-address.ts'
import { writeAuditEntry } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { tooManyRequests } from '#server/errors.ts'
import { passwordMail } from '#server/mail/password-mail.ts'
import { preferredLanguage } from '#server/preferred-language.ts'
import { findAccount, foldEmail } from '#server/users/user-queries.ts'
import { fingerprint, makePassword } from './mailed-password.ts'
import { storeMailedPassword, withdrawMailedPassword } from './mailed-password-queries.ts'

/**
 * Has a new password mailed to the account's owner, at most one in a while. The caller learns nothing of it: for an
 * address that nobody has, or whose user is inactive or just got a mail, the same statements run, and mail goes out
 * after the answer.
 *
 * @throws ApiError `too_many_requests`
 */
export async function resetPassword(c: Context<Env>, email: string): Promise<void> {
  const { transactions, mailer, config } = c.var.services
  const account = foldEmail(email)
  limitRequests(c, account)

  const password = makePassword()
  const stored = fingerprint(password)
  const { user, mailedAt } = await transactions.run(async (transaction) => {
    const user = await findAccount(transaction, account)
    const mailedAt = await storeMailedPassword(transaction, user?.id, stored)
    await writeAuditEntry(transaction, c, {
      action: 'password.reset',
      record: { id: user?.id ?? '', name: account },
      by: undefined,
    })
    return { user, mailedAt }
  })
  c.var.log.info({ address: clientAddress(c) }, 'a new password was asked for')
  if (!user || mailedAt === undefined) return

  const language = preferredLanguage(c)
  mailer.post(c.var.log.child({ user: user.id }), {
    compose: () => passwordMail(language, config.origin, { ...user, password }),
    whenLost: () =>
      transactions.run((transaction) => withdrawMailedPassword(transaction, user.id, stored, mailedAt)),
  })
}

function limitRequests(c: Context<Env>, account: string): void {
  const { perAccountAndAddress, perAddress } = c.var.services.passwordResetLimits
  const place = clientPlace(c)
  // In this order: who asks again and again for one account does not use up what their office has for others.
  const wait = perAccountAndAddress.take(`${account} ${place}`) || perAddress.take(place)
  if (wait > 0) throw tooManyRequests(wait)
}
