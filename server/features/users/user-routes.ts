import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { NoticeChoice } from '#domain/notices.ts'
import { PasswordDraft, User, UserChange, UserDraft } from '#domain/user.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { forgetPlaces } from '#server/core/access/known-places.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { takesRevision } from '#server/core/http/takes-revision.ts'
import { validate } from '#server/core/http/validate.ts'
import { validateChange } from '#server/core/http/validate-change.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey, takesNoKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { removeAllFactors } from '#server/features/factors/factor-queries.ts'
import type { Services } from '#server/features/open-features.ts'
import { forgetUserInSome, isNamedByMany } from '#server/infrastructure/database/in-groups.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { acceptPassword } from './accept-password.ts'
import { postAccountNotice } from './account-notices.ts'
import { changeUser } from './change-user.ts'
import { loadNoticedUser, loadUser } from './load-user.ts'
import {
  chooseNotices,
  deleteUser,
  getUser,
  insertUser,
  listUsers,
  setPassword,
  updateUser,
} from './user-queries.ts'

/** Mounted at `/api/users`. */
export const userRoutes = new Hono<Env<Services>>()
  .get(
    '/',
    permit('user.read'),
    answers('List users.', [200, 304], { data: z.array(User) }),
    cached('role'),
    async (c) => {
      const { caller, services } = c.var
      const { protectedUserId } = services.config
      return answerList(
        c,
        await listUsers(services.db.readFor(caller, c.req.raw.signal), caller, protectedUserId),
      )
    },
  )
  .post(
    '/',
    permit('user.add'),
    answers(
      'Add a user with a password. `must_change_password` is then true until they choose another, and they are told by mail.',
      201,
      { data: User },
      'email_taken',
      'company_not_found',
      'too_many_requests',
    ),
    takesKey(),
    validate('json', UserDraft),
    async (c) => {
      const { services } = c.var
      const { password, ...draft } = c.req.valid('json')
      let isMade = false
      const data = await makeOncePerKey(c, {
        prepare: async () => services.passwords.hash(acceptPassword(password, draft)),
        async make(transaction, { caller }, password_hash) {
          const id = await insertUser(transaction, { ...draft, password_hash, must_change_password: 1 })
          isMade = true
          await writeAuditEntry(transaction, c, {
            action: 'user.add',
            record: { id, name: draft.email },
            by: caller,
          })
          return id
        },
        read: (transaction, { caller }, id) =>
          getUser(transaction, caller, id, services.config.protectedUserId),
      })
      if (isMade) postAccountNotice(c, data, 'password_set')
      return c.json(ok({ data }), 201)
    },
  )
  .put(
    '/:id',
    permit('user.edit'),
    answers(
      "Edit a user. Omitted fields keep their values. An admin cannot edit superadmins, nor assign the role superadmin or another company. A new e-mail address ends the user's sessions and is mailed to both addresses; `email_confirmed` is then false, and no password is mailed, until the user signs in with their password or another superadmin confirms the address. Admins get ten answers an hour that an address is taken in another company. Callers change their own address within ten minutes of a proof (`POST /auth/proof`), and the answer has the token of another session.",
      200,
      { data: User, token: z.string().optional() },
      'user_not_found',
      'email_taken',
      'company_not_found',
      'forbidden',
      'fresh_proof_required',
      'too_many_requests',
    ),
    validate('param', IdParam),
    takesRevision(),
    validateChange(UserChange, loadUser, (c) => c.var.user),
    async (c) => {
      return c.json(ok(await changeUser(c, c.req.valid('json'))))
    },
  )
  .put(
    '/:id/password',
    permit('user.set-password'),
    answers(
      'Set the password of another user. Ends all their sessions, confirms their e-mail address and is mailed to them; `must_change_password` is then true until they choose another.',
      200,
      {},
      'user_not_found',
      'forbidden',
      'too_many_requests',
    ),
    validate('param', IdParam),
    loadUser,
    validate('json', PasswordDraft),
    async (c) => {
      const { services } = c.var
      // `PUT /auth/password` changes the own password, with the current one.
      if (c.var.user.id === c.var.caller.id) throw new ApiError('forbidden')
      const hash = await services.passwords.hash(acceptPassword(c.req.valid('json').password, c.var.user))
      await inCheckedTransaction(c, async (transaction, { caller, user }) => {
        await setPassword(transaction, user.id, hash, 'to be changed')
        await forgetPlaces(transaction, user.id)
        await updateUser(transaction, user.id, { email_confirmed: true })
        await services.sessions.endAllOf(transaction, user.id)
        await writeAuditEntry(transaction, c, {
          action: 'user.set-password',
          record: { id: user.id, name: user.email },
          by: caller,
        })
      })
      postAccountNotice(c, c.var.user, 'password_set')
      return c.json(ok({}))
    },
  )
  .post(
    '/:id/reset-factor',
    permit('user.reset-factor'),
    answers(
      'Remove all factors of another user, who has lost them. Ends all their sessions and is mailed to them.',
      200,
      {},
      'user_not_found',
      'forbidden',
    ),
    takesNoKey('It creates nothing.'),
    validate('param', IdParam),
    loadUser,
    async (c) => {
      const { sessions } = c.var.services
      // Their own factors need a proof: `/account`.
      if (c.var.user.id === c.var.caller.id) throw new ApiError('forbidden')
      await inCheckedTransaction(c, async (transaction, { caller, user }) => {
        await removeAllFactors(transaction, user.id)
        await sessions.endAllOf(transaction, user.id)
        await writeAuditEntry(transaction, c, {
          action: 'user.reset-factor',
          record: { id: user.id, name: user.email },
          by: caller,
        })
      })
      postAccountNotice(c, c.var.user, 'factors_reset')
      return c.json(ok({}))
    },
  )
  .put(
    '/:id/notices',
    permit('user.set-notices'),
    answers(
      'Turn the morning mail about waiting inspections on or off for a user. Users may for themselves, editors of a user for that user.',
      200,
      { data: NoticeChoice },
      'user_not_found',
      'forbidden',
    ),
    validate('param', IdParam),
    loadNoticedUser,
    validate('json', NoticeChoice),
    async (c) => {
      const { inspections } = c.req.valid('json')
      await inCheckedTransaction(c, async (transaction, { caller, user }) => {
        if (user.inspection_notices === inspections) return
        await chooseNotices(transaction, user.id, inspections)
        await writeAuditEntry(transaction, c, {
          action: 'user.set-notices',
          record: { id: user.id, name: user.email },
          by: caller,
          changed: ['inspection_notices'],
        })
      })
      return c.json(ok({ data: { inspections } }))
    },
  )
  .delete(
    '/:id',
    permit('user.delete'),
    answers(
      "Delete a user. Their photos, reports and comments stay, under the user's name.",
      200,
      {},
      'user_not_found',
      'forbidden',
    ),
    validate('param', IdParam),
    loadUser,
    async (c) => {
      const { db } = c.var.services
      while (await isNamedByMany(db.read, c.var.user.id)) {
        await inCheckedTransaction(c, async (transaction, { caller, user }) => {
          if (user.id === caller.id) throw new ApiError('forbidden')
          await forgetUserInSome(transaction, user.id)
        })
        await yieldToEventLoop()
      }
      await inCheckedTransaction(c, async (transaction, { caller, user }) => {
        if (user.id === caller.id) throw new ApiError('forbidden')
        await deleteUser(transaction, user.id)
        await writeAuditEntry(transaction, c, {
          action: 'user.delete',
          record: { id: user.id, name: user.email },
          companyId: user.company_id,
          by: caller,
        })
      })
      return c.json(ok({}))
    },
  )
