import { Hono } from 'hono'
import * as z from 'zod'
import {
  Notification,
  NotificationChoices,
  NotificationQuery,
  NotificationsRead,
} from '#domain/notifications.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { chosenKinds, findChoices, storeChoices } from './notification-choices.ts'
import { listNotifications, markAsRead } from './notification-queries.ts'

/** Mounted at `/api/notifications`. Users read and change only their own. */
export const notificationRoutes = new Hono<Env>()
  .get(
    '/',
    permit('notification.read'),
    answers(
      "List the caller's notifications, 20 a page, unread first. `unread` is their count. Notifications disappear with the caller's access to the record, and after 90 days. `next` is the cursor of the next page, null at the end.",
      [200, 304],
      { data: z.array(Notification), next: z.string().nullable(), unread: z.int().min(0) },
    ),
    cached('user', NotificationQuery),
    validate('query', NotificationQuery),
    async (c) => {
      const { services, caller } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      const choices = await findChoices(db, caller.id)
      const kinds = choices ? chosenKinds(choices, 'bell') : []
      return c.json(ok(await listNotifications(db, caller, kinds, c.req.valid('query'))))
    },
  )
  .put(
    '/read',
    permit('notification.mark'),
    answers(
      "Mark notifications of the caller as read: the given ones, or all up to an id. Other users' ids are ignored.",
      200,
      {},
    ),
    validate('json', NotificationsRead),
    async (c) => {
      const read = c.req.valid('json')
      await inCheckedTransaction(c, async (transaction, { caller }) => {
        const choices = await findChoices(transaction, caller.id)
        if (choices) await markAsRead(transaction, caller, chosenKinds(choices, 'bell'), read)
      })
      return c.json(ok({}))
    },
  )
  .get(
    '/choices',
    permit('notification.read'),
    answers("Get the caller's notification settings, for the bell and for mail.", [200, 304], {
      data: NotificationChoices,
    }),
    cached('user'),
    async (c) => {
      const { services, caller } = c.var
      const data = await findChoices(services.db.readFor(caller, c.req.raw.signal), caller.id)
      if (!data) throw new ApiError('unauthenticated')
      return c.json(ok({ data }))
    },
  )
  .put(
    '/choices',
    permit('user.set-notices'),
    answers("Change the caller's notification settings. Mail is one message each morning.", 200, {
      data: NotificationChoices,
    }),
    validate('json', NotificationChoices),
    async (c) => {
      const data = c.req.valid('json')
      await inCheckedTransaction(c, async (transaction, { caller }) => {
        const before = await findChoices(transaction, caller.id)
        if (!before) throw new ApiError('unauthenticated')
        if (changedFields(before, data).length === 0) return
        await storeChoices(transaction, caller.id, data, before)
        await writeAuditEntry(transaction, c, {
          action: 'user.set-notices',
          record: { id: caller.id, name: caller.email },
          by: caller,
          changed: ['notification_choices'],
        })
      })
      return c.json(ok({ data }))
    },
  )
