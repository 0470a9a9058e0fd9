import { Hono } from 'hono'
import { ContactMessage } from '#domain/contact.ts'
import { permit } from '#server/access/authenticate.ts'
import { clientPlace } from '#server/access/client-address.ts'
import { answers, ok } from '#server/answers.ts'
import { writeAuditEntryIfRoom } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError, tooManyRequests } from '#server/errors.ts'
import { preferredLanguage } from '#server/preferred-language.ts'
import { validate } from '#server/validate.ts'
import { contactMail } from './contact-mail.ts'

/** Mounted at `/api/contact`. */
export const contactRoutes = new Hono<Env>().post(
  '/',
  permit('contact.send'),
  answers(
    'Write to the company. Answers once the message is on its way by mail.',
    200,
    {},
    'too_many_requests',
    'mail_unavailable',
  ),
  validate('json', ContactMessage),
  async (c) => {
    const { mailer, contactLimits } = c.var.services
    const wait = contactLimits.perAddress.take(clientPlace(c)) || contactLimits.all.take('')
    if (wait > 0) throw tooManyRequests(wait)
    // The visitor waits for it: what could not be sent is still in their form.
    await mailer.send(await contactMail(preferredLanguage(c), c.req.valid('json'))).catch((error) => {
      c.var.log.error({ err: error }, 'a contact message could not be sent')
      throw new ApiError('mail_unavailable')
    })
    await writeAuditEntryIfRoom(c, { action: 'contact.send', record: { id: '', name: '' }, by: undefined })
    return c.json(ok({}))
  },
)
