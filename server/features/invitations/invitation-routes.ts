import { Hono } from 'hono'
import * as z from 'zod'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { rawText } from '#domain/text/text.ts'
import { InvitationDraft, PasswordDraft, User } from '#domain/user.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { requestLog } from '#server/core/http/log.ts'
import { validate } from '#server/core/http/validate.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey, takesNoKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { acceptPassword } from '#server/features/users/accept-password.ts'
import { getUser, insertUser, setPassword } from '#server/features/users/user-queries.ts'
import { accountMail } from '#server/infrastructure/mail/account-mail.ts'
import { oneLine } from '#server/infrastructure/mail/letter.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { getInvitation, insertInvitation } from './invitation-queries.ts'

const TokenParam = z.object({ token: rawText(100) })
const Invitation = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string(),
  expires_at: z.iso.datetime(),
})

/** Mounted at `/api/invitations`. */
export const invitationRoutes = new Hono<Env<Services>>()
  .post(
    '/',
    permit('user.add'),
    answers(
      'Add a user without a password, and mail them a link with which they choose one, valid for 72 hours and once. `address` is the link if the server sends no mail.',
      201,
      { data: User, address: z.string().optional() },
      'email_taken',
      'company_not_found',
      'too_many_requests',
    ),
    takesKey(),
    validate('json', InvitationDraft),
    async (c) => {
      const { config, mailer } = c.var.services
      const draft = c.req.valid('json')
      let token: string | undefined
      const data = await makeOncePerKey(c, {
        prepare: async () => undefined,
        async make(transaction, { caller }) {
          const id = await insertUser(transaction, { ...draft, password_hash: '' })
          token = await insertInvitation(transaction, id)
          await writeAuditEntry(transaction, c, {
            action: 'user.add',
            record: { id, name: draft.email },
            by: caller,
          })
          return id
        },
        read: (transaction, { caller }, id) => getUser(transaction, caller, id, config.protectedUserId),
      })
      // A repeated call with the same key has made no token.
      if (token === undefined) return c.json(ok({ data }), 201)
      const address = `${config.origin}${PANEL_ADDRESSES.invitation}#${token}`
      if (config.smtpUrl === undefined) return c.json(ok({ data, address }), 201)
      const { first_name, last_name } = c.var.caller
      const language = preferredLanguage(c)
      mailer.post(requestLog(c).child({ user: data.id }), {
        compose: () =>
          accountMail(language, 'invitation', {
            email: data.email,
            first_name: data.first_name,
            link: address,
            values: { by: oneLine(`${first_name} ${last_name}`), company: oneLine(data.company_name) },
          }),
        onDeliveryFailed: async () => {},
      })
      return c.json(ok({ data }), 201)
    },
  )
  .get(
    '/:token',
    permit('invitation.accept'),
    answers('Open an invitation.', 200, { data: Invitation }, 'invitation_not_found', 'too_many_requests'),
    validate('param', TokenParam),
    async (c) => {
      const { db, invitationLimit } = c.var.services
      await invitationLimit.countRequest(clientPlace(c))
      const { email, first_name, last_name, company_name, expires_at } = await getInvitation(
        db.read,
        c.req.valid('param').token,
      )
      return c.json(ok({ data: { email, first_name, last_name, company_name, expires_at } }))
    },
  )
  .post(
    '/:token',
    permit('invitation.accept'),
    answers(
      'Accept an invitation: choose the password. The user then signs in with it.',
      200,
      {},
      'invitation_not_found',
      'too_many_requests',
    ),
    takesNoKey('An invitation is accepted once.'),
    validate('param', TokenParam),
    validate('json', PasswordDraft),
    async (c) => {
      const { db, invitationLimit, passwords, transactions } = c.var.services
      const { token } = c.req.valid('param')
      await invitationLimit.countRequest(clientPlace(c))
      const invited = await getInvitation(db.read, token)
      const hash = await passwords.hash(acceptPassword(c.req.valid('json').password, invited))
      await transactions.run(async (transaction) => {
        const { id, email, company_id } = await getInvitation(transaction, token)
        db.concern(company_id)
        // The invitation ends with it.
        await setPassword(transaction, id, hash)
        await writeAuditEntry(transaction, c, {
          action: 'invitation.accept',
          record: { id, name: email },
          by: { id, email },
        })
      }, 'use reserve')
      return c.json(ok({}))
    },
  )
