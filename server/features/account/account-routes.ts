import { Hono } from 'hono'
import * as z from 'zod'
import { OwnAccount, OwnAccountChange, OwnSession } from '#domain/access/account.ts'
import { rawText } from '#domain/text/text.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { getOwnAccount, listOwnSessions } from './account-queries.ts'
import { changeOwnAccount, loadSelf } from './change-own-account.ts'

const SessionParam = z.object({ id: rawText(100) })

/** Mounted at `/api/account`: what users see and change of themselves. */
export const accountRoutes = new Hono<Env<Services>>()
  .get('/', permit('account.read'), answers('Get your own account.', 200, { data: OwnAccount }), async (c) =>
    c.json(ok({ data: await getOwnAccount(c.var.services, c.var.caller) })),
  )
  .put(
    '/',
    permit('account.edit'),
    answers(
      'Change your own name, e-mail address, language of mails and notifications. A new address needs a proof within ten minutes (`POST /auth/proof`), ends all your sessions, and the answer has the token of another one.',
      200,
      { data: OwnAccount, token: z.string().optional() },
      'email_taken',
      'forbidden',
      'fresh_proof_required',
      'too_many_requests',
    ),
    loadSelf,
    validate('json', OwnAccountChange),
    async (c) => {
      const token = await changeOwnAccount(c, c.req.valid('json'))
      const data = await getOwnAccount(c.var.services, c.var.caller)
      return c.json(ok({ data, ...(token !== undefined && { token }) }))
    },
  )
  .get(
    '/sessions',
    permit('account.read'),
    answers('List your open sessions, the latest first.', 200, { data: z.array(OwnSession) }),
    async (c) => {
      const { db, sessions } = c.var.services
      return c.json(ok({ data: await listOwnSessions(db.read, sessions, c.var.caller) }))
    },
  )
  .delete('/sessions', permit('session.delete'), answers('End all your other sessions.', 200), async (c) => {
    await inCheckedTransaction(c, async (transaction, { caller }) => {
      const { sessions } = c.var.services
      if (!(await sessions.endAllOf(transaction, caller.id, caller.sessionId))) return
      await writeAuditEntry(transaction, c, {
        action: 'session.end',
        record: { id: caller.id, name: caller.email },
        by: caller,
        changed: ['other_sessions'],
      })
    })
    return c.json(ok({}))
  })
  .delete(
    '/sessions/:id',
    permit('session.delete'),
    answers('End one of your sessions.', 200, {}, 'session_not_found'),
    validate('param', SessionParam),
    async (c) => {
      const { id } = c.req.valid('param')
      await inCheckedTransaction(c, async (transaction, { caller }) => {
        const ended = await transaction
          .deleteFrom('session')
          .where('id', '=', id)
          .where('user_id', '=', caller.id)
          .returning('id')
          .executeTakeFirst()
        if (!ended) throw new ApiError('session_not_found')
        await writeAuditEntry(transaction, c, {
          action: 'session.end',
          record: { id: caller.id, name: caller.email },
          by: caller,
          changed: ['other_session'],
        })
      })
      return c.json(ok({}))
    },
  )
