import { isDeepStrictEqual } from 'node:util'
import { Hono } from 'hono'
import { UnsubscribeQuery } from '#domain/notices.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import {
  findChoices,
  storeChoices,
  withoutMail,
} from '#server/features/notifications/notification-choices.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { findRecipient } from './notice-queries.ts'
import { askingPage, endedPage, PAGE_HEADERS } from './unsubscribe-page.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Mounted at `/api/notices`. */
export const unsubscribeRoutes = new Hono<Env>()
  .get(
    '/unsubscribe',
    permit('notices.end'),
    answers(
      'Get the page that confirms an unsubscription. It changes nothing.',
      200,
      'text/html',
      'too_many_requests',
    ),
    validate('query', UnsubscribeQuery),
    async (c) => {
      const { db } = c.var.services
      const user = await findRecipient(db.read, await readUserId(c, c.req.valid('query').token))
      return c.body(await askingPage(user?.language ?? preferredLanguage(c)), 200, PAGE_HEADERS)
    },
  )
  .post(
    '/unsubscribe',
    permit('notices.end'),
    answers(
      'Unsubscribe the user of the token from notification mails, by one click (RFC 8058). Each of these mails has the token; it needs no sign-in, and the body is ignored.',
      200,
      'text/html',
      'too_many_requests',
    ),
    takesNoKey('A repeated call changes nothing.'),
    validate('query', UnsubscribeQuery),
    async (c) => {
      const { transactions } = c.var.services
      const userId = await readUserId(c, c.req.valid('query').token)
      const language = await transactions.run(async (transaction) => {
        const user = await findRecipient(transaction, userId)
        const choices = await findChoices(transaction, userId)
        if (user && choices && !isDeepStrictEqual(choices, withoutMail(choices))) {
          await storeChoices(transaction, userId, withoutMail(choices))
          await writeAuditEntry(transaction, c, {
            action: 'user.set-notices',
            record: { id: userId, name: user.email },
            changed: ['notification_choices'],
            by: undefined,
          })
        }
        return user?.language
      })
      return c.body(await endedPage(language ?? preferredLanguage(c)), 200, PAGE_HEADERS)
    },
  )

/** @throws ApiError `validation_failed` for a foreign token; `too_many_requests` */
async function readUserId(c: ApiContext, token: string): Promise<number> {
  const { services } = c.var
  await services.unsubscribeLimit.countRequest(clientPlace(c))
  const userId = readUnsubscribeToken(token, services.tokenSecret)
  if (userId === undefined)
    throw new ApiError('validation_failed', { issues: [{ path: 'token', code: 'invalid_value' }] })
  return userId
}
