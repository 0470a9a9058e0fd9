import type { PasskeyAnswer } from '#domain/account.ts'
import type { OwnUser } from '#domain/user.ts'
import { clientAddress, clientPlace } from '#server/core/access/client-address.ts'
import { traitsOf } from '#server/core/access/session-token.ts'
import type { OpenedSession } from '#server/core/access/sessions.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import { usePasskey, webAuthn } from '#server/features/factors/passkeys.ts'
import type { Services } from '#server/features/open-features.ts'
import { getOwnUser } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { announceSignIn, completeSignIn } from './complete-sign-in.ts'
import { refuseInsecurePage } from './insecure-page.ts'

/**
 * Opens a session with a passkey alone.
 *
 * @throws ApiError `invalid_code`, also for an inactive user; `too_many_requests`, `forbidden`
 */
export async function openPasskeySession(
  c: ApiContext<unknown, Services>,
  answer: PasskeyAnswer,
): Promise<{ user: OwnUser; session: OpenedSession }> {
  refuseInsecurePage(c)
  const { config, db, factorLimits, sessions, signIns, transactions } = c.var.services
  await factorLimits.countPasskeySignIn(clientPlace(c))
  await webAuthn()
  const signedIn = await transactions
    .run(async (transaction) => {
      const userId = await usePasskey(transaction, config.origin, null, answer)
      const user = await getOwnUser(transaction, userId)
      if (!user.is_active) throw new ApiError('invalid_code')
      db.concern(user.company_id)
      const session = await sessions.open(transaction, user.id, traitsOf(c))
      return { user, session, ...(await completeSignIn(transaction, c, user, true)) }
    }, 'use reserve')
    .catch(async (error) => {
      if (error instanceof ApiError && error.code === 'invalid_code') {
        await writeAuditEntryIfSpace(c, {
          action: 'session.refuse',
          record: { id: '', name: '' },
          by: undefined,
        })
        signIns.inc({ result: 'refused' })
        requestLog(c).info({ address: clientAddress(c) }, 'a sign-in with a passkey was refused')
      }
      throw error
    })
  announceSignIn(c, signedIn.user, signedIn.isNewPlace)
  return signedIn
}
