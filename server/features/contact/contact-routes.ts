import { Hono } from 'hono'
import { ContactMessage } from '#domain/contact.ts'
import { CONTACT_MAIL_TIMEOUT_MS } from '#domain/limits.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { requestLog } from '#server/core/http/log.ts'
import { validate } from '#server/core/http/validate.ts'
import { findMade, insertKeyUse, type KeyUse, readKeyUse } from '#server/core/idempotency/key-queries.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { contactMail } from './contact-mail.ts'

/** Mounted at `/api/contact`. */
export const contactRoutes = new Hono<Env<Services>>().post(
  '/',
  permit('contact.send'),
  answers(
    'Send a message to the company. The answer follows the acceptance by the mail server. With a key, a retry sends no second mail.',
    200,
    {},
    'too_many_requests',
    'mail_unavailable',
  ),
  takesKey(),
  validate('json', ContactMessage),
  async (c) => {
    const message = c.req.valid('json')
    const use = await readKeyUse(c)
    if (use) await c.var.services.keyLocks.hold(use.id, () => sendOnce(c, message, use))
    else await send(c, message)
    return c.json(ok({}))
  },
)

async function sendOnce(
  c: ApiContext<unknown, Services>,
  message: ContactMessage,
  use: KeyUse,
): Promise<void> {
  const { db, transactions } = c.var.services
  if (await findMade(db.read, use)) return
  await send(c, message, use)
  await transactions
    .run((transaction) => insertKeyUse(transaction, use, null))
    // The message is sent, which is what matters to the visitor.
    .catch((error) => requestLog(c).warn({ err: error }, 'the key of a contact message cannot be stored'))
}

/** @throws ApiError `too_many_requests`, `mail_unavailable` */
async function send(c: ApiContext<unknown, Services>, message: ContactMessage, use?: KeyUse): Promise<void> {
  const { mailer, config, contactLimits } = c.var.services
  // Here, so that a retry without a second mail does not count.
  await contactLimits.countMessage(clientPlace(c))
  const mail = await contactMail(preferredLanguage(c), message)
  // If the server ends before storing the key, the message may be mailed again. Mailboxes recognize its id.
  const messageId = use && `<${use.id}@${new URL(config.origin).hostname}>`
  // The answer waits for the mail server: on a failure, the visitor still has the text in the form.
  await mailer.send({ ...mail, ...(messageId && { messageId }) }, CONTACT_MAIL_TIMEOUT_MS).catch((error) => {
    requestLog(c).error({ err: error }, 'a contact message could not be sent')
    throw new ApiError('mail_unavailable')
  })
  await writeAuditEntryIfSpace(c, { action: 'contact.send', record: { id: '', name: '' }, by: undefined })
}
