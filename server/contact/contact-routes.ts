import { Hono } from 'hono'
import { ContactMessage } from '#domain/contact.ts'
import { permit } from '#server/access/authenticate.ts'
import { clientPlace } from '#server/access/client-address.ts'
import { answers, ok } from '#server/answers.ts'
import { writeAuditEntryIfSpace } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { requestLog } from '#server/log.ts'
import { preferredLanguage } from '#server/preferred-language.ts'
import { validate } from '#server/validate.ts'
import { contactMail } from './contact-mail.ts'

/** Mounted at `/api/contact`. */
export const contactRoutes = new Hono<Env>().post(
  '/',
  permit('contact.send'),
  answers(
    'Send a message to the company. The answer comes when the mail server has accepted the message.',
    200,
    {},
    'too_many_requests',
    'mail_unavailable',
  ),
  validate('json', ContactMessage),
  async (c) => {
    const { mailer, contactLimits } = c.var.services
    await contactLimits.perAddress.countRequest(clientPlace(c))
    await contactLimits.all.countRequest('')
    // The answer waits for the mail server: if the mail cannot be sent, the visitor still has the text in the form.
    await mailer.send(await contactMail(preferredLanguage(c), c.req.valid('json'))).catch((error) => {
      requestLog(c).error({ err: error }, 'a contact message could not be sent')
      throw new ApiError('mail_unavailable')
    })
    await writeAuditEntryIfSpace(c, { action: 'contact.send', record: { id: '', name: '' }, by: undefined })
    return c.json(ok({}))
  },
)
