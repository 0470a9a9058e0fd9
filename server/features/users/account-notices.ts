import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { clientAddress } from '#server/core/access/client-address.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import type { Services } from '#server/features/open-features.ts'
import { type AccountNotice, accountMail } from '#server/infrastructure/mail/account-mail.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { findMailLanguage } from './user-queries.ts'

/** Mails a user what has happened to their account. The mail follows the answer. */
export function postAccountNotice(
  c: ApiContext<unknown, Services>,
  user: { id: number; email: string; first_name: string },
  kind: AccountNotice,
): void {
  const { db, mailer, config } = c.var.services
  const address = clientAddress(c)
  const preferred = preferredLanguage(c)
  mailer.post(requestLog(c).child({ user: user.id }), {
    async compose() {
      const language = (await findMailLanguage(db.read, user.id)) ?? preferred
      const link = config.origin + PANEL_ADDRESSES.account
      return accountMail(language, kind, { ...user, link, values: { address } })
    },
    onDeliveryFailed: async () => {},
  })
}
