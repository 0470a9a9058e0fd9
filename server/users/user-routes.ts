import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { may, type Viewer } from '#domain/permissions.ts'
import { grantableRoles, PasswordDraft, User, UserChange, UserDraft } from '#domain/user.ts'
import { permit } from '#server/access/authenticate.ts'
import { inCheckedTransaction } from '#server/access/checked-transaction.ts'
import { answers, ok } from '#server/answers.ts'
import { changedFields, writeAuditEntry } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { remember } from '#server/remembered-answers/remember.ts'
import { validate } from '#server/validate.ts'
import { loadUser } from './load-user.ts'
import { deleteUser, getUser, insertUser, listUsers, setPassword, updateUser } from './user-queries.ts'

/** Mounted at `/api/users`. */
export const userRoutes = new Hono<Env>()
  .get(
    '/',
    permit('user.read'),
    answers('List users.', [200, 304], { data: z.array(User) }),
    remember('role'),
    async (c) => {
      const { viewer, services } = c.var
      return c.json(ok({ data: await listUsers(services.db.read, viewer, services.config.protectedUserId) }))
    },
  )
  .post(
    '/',
    permit('user.add'),
    answers('Add a user.', 201, { data: User }, 'email_taken', 'company_not_found', 'too_many_requests'),
    validate('json', UserDraft),
    async (c) => {
      const { services } = c.var
      const { password, ...draft } = c.req.valid('json')
      const password_hash = await services.passwords.hash(password)
      const data = await inCheckedTransaction(c, async (transaction, { viewer }) => {
        const id = await insertUser(transaction, { ...draft, password_hash })
        await writeAuditEntry(transaction, c, {
          action: 'user.add',
          record: { id, name: draft.email },
          by: viewer,
        })
        return getUser(transaction, viewer, id, services.config.protectedUserId)
      })
      return c.json(ok({ data }), 201)
    },
  )
  .put(
    '/:id',
    permit('user.edit'),
    answers(
      'Change a user. Missing fields keep their values. An admin cannot change superadmins, and cannot give the role superadmin or another company.',
      200,
      { data: User },
      'user_not_found',
      'email_taken',
      'company_not_found',
      'forbidden',
    ),
    validate('param', IdParam),
    loadUser,
    validate('json', UserChange),
    async (c) => {
      const { services } = c.var
      const wanted = c.req.valid('json')
      const data = await inCheckedTransaction(c, async (transaction, { viewer, user }) => {
        checkGrants(viewer, wanted)
        await updateUser(transaction, user.id, wanted)
        if (wanted.is_active === false) await services.sessions.endAllOf(transaction, user.id)
        await writeAuditEntry(transaction, c, {
          action: 'user.edit',
          record: { id: user.id, name: user.email },
          by: viewer,
          changed: changedFields(user, wanted),
        })
        return getUser(transaction, viewer, user.id, services.config.protectedUserId)
      })
      return c.json(ok({ data }))
    },
  )
  .put(
    '/:id/password',
    permit('user.set-password'),
    answers(
      'Set the password of a user. All sessions of the user end.',
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
      const hash = await services.passwords.hash(c.req.valid('json').password)
      await inCheckedTransaction(c, async (transaction, { viewer, user }) => {
        await setPassword(transaction, user.id, hash)
        await services.sessions.endAllOf(transaction, user.id)
        await writeAuditEntry(transaction, c, {
          action: 'user.set-password',
          record: { id: user.id, name: user.email },
          by: viewer,
        })
      })
      return c.json(ok({}))
    },
  )
  .delete(
    '/:id',
    permit('user.delete'),
    answers(
      'Delete a user. Their photos, reports and comments stay, with the name of the user.',
      200,
      {},
      'user_not_found',
      'forbidden',
    ),
    validate('param', IdParam),
    loadUser,
    async (c) => {
      await inCheckedTransaction(c, async (transaction, { viewer, user }) => {
        if (user.id === viewer.id) throw new ApiError('forbidden')
        await deleteUser(transaction, user.id)
        await writeAuditEntry(transaction, c, {
          action: 'user.delete',
          record: { id: user.id, name: user.email },
          by: viewer,
        })
      })
      return c.json(ok({}))
    },
  )

/** @throws ApiError `forbidden` for a role above that of the viewer, and for every company outside of the viewer's permission */
function checkGrants(viewer: Viewer, { role, company_id }: UserChange): void {
  if (role !== undefined && !grantableRoles(viewer).includes(role)) throw new ApiError('forbidden')
  if (company_id !== undefined && !may(viewer, 'user.edit', company_id)) throw new ApiError('forbidden')
}
