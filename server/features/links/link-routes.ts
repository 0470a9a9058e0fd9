import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { Link, LinkDraft, LinkFilter, LinkKey, SharedContent } from '#domain/inspections/link.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction, loadRecord } from '#server/core/access/checked-transaction.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import { acceptPassword } from '#server/features/users/accept-password.ts'
import { NO_COMPANY } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { setLinkCookie } from './link-cookie.ts'
import { countOpening, getLink, getLivingLink, insertLink, listLinks, revokeLink } from './link-queries.ts'
import { readSharedContent } from './shared-content.ts'

/** The passwords of links are compared after those of users. */
const PASSWORD_RANK = 1000

/** Loads the link of the path. @throws ApiError `link_not_found` */
const loadLink = loadRecord('link', (db, { caller }, { id }: { id: number }) => getLink(db, caller, id))

/** Mounted at `/api/links`. */
export const linkRoutes = new Hono<Env<Services>>()
  .get(
    '/',
    permit('link.read'),
    answers('List the living links of the own company, or of one turbine, newest first.', 200, {
      data: z.array(Link),
    }),
    validate('query', LinkFilter),
    async (c) => {
      const { db } = c.var.services
      const { turbine_id } = c.req.valid('query')
      return c.json(ok({ data: await listLinks(db.read, c.var.caller, turbine_id) }))
    },
  )
  .post(
    '/',
    permit('link.add'),
    answers(
      'Add a link with which people without an account see the newest published version of an inspection, or a report. Only this answer has its `address`.',
      201,
      { data: Link, address: z.string() },
      'links_not_allowed',
      'turbine_not_found',
      'version_not_found',
      'report_not_found',
      'too_many_links',
      'too_many_requests',
    ),
    takesNoKey('Nobody knows the address of a link whose answer was lost, and its company can revoke it.'),
    validate('json', LinkDraft),
    async (c) => {
      const { config, passwords } = c.var.services
      const draft = c.req.valid('json')
      const { password } = draft
      const hash =
        password === undefined ? null : await passwords.hash(acceptPassword(password, c.var.caller))
      const { data, secret } = await inCheckedTransaction(c, async (transaction, { caller }) => {
        const turbine = await getTurbine(transaction, caller, draft.turbine_id)
        const { id, secret } = await insertLink(transaction, caller, turbine, draft, hash)
        await writeAuditEntry(transaction, c, {
          action: 'link.add',
          record: { id, name: '' },
          turbine,
          by: caller,
        })
        return { data: await getLink(transaction, caller, id), secret }
      })
      const page = preferredLanguage(c) === 'en' ? '/en/s' : '/s'
      return c.json(ok({ data, address: `${config.origin}${page}#${secret}` }), 201)
    },
  )
  .delete(
    '/:id',
    permit('link.delete'),
    answers('Revoke a link. It ends with the next request.', 200, { data: Link }, 'link_not_found'),
    validate('param', IdParam),
    loadLink,
    async (c) => {
      const data = await inCheckedTransaction(c, async (transaction, { caller, link }) => {
        await revokeLink(transaction, link.id)
        const turbine = await getTurbine(transaction, caller, link.turbine_id)
        await writeAuditEntry(transaction, c, {
          action: 'link.delete',
          record: { id: link.id, name: '' },
          turbine,
          by: caller,
        })
        return link
      })
      return c.json(ok({ data }))
    },
  )
  .post(
    '/open',
    permit('link.open'),
    answers(
      'Open a link with its secret. The answer sets a cookie for the content and the files of this link only.',
      200,
      { data: SharedContent },
      'link_not_found',
      'link_password_required',
      'link_password_wrong',
      'too_many_requests',
    ),
    takesNoKey('A link can be opened again.'),
    validate('json', LinkKey),
    async (c) => {
      const { db, linkLimit, linkPasswordLimit, passwords, transactions } = c.var.services
      const { secret, password } = c.req.valid('json')
      const place = clientPlace(c)
      await linkLimit.countRequest(place)
      const { id, password_hash } = await getLivingLink(db.read, secret)
      if (password_hash !== null) {
        if (password === undefined) throw new ApiError('link_password_required')
        const isRight = await passwords.matches(password_hash, password, {
          rank: PASSWORD_RANK,
          // Counted as wrong before it is compared, so that concurrent guesses do not exceed the limit.
          begin: () => linkPasswordLimit.countRequest(String(id)),
          matched: () => linkPasswordLimit.takeBack(String(id)),
        })
        if (!isRight) throw new ApiError('link_password_wrong')
      }
      const link = await transactions.run(async (transaction) => {
        db.concern(NO_COMPANY)
        const link = await getLivingLink(transaction, secret)
        if (await countOpening(transaction, link, place)) {
          const { turbine_id, turbine_name, code } = link
          await writeAuditEntry(transaction, c, {
            action: 'link.open',
            record: { id: link.id, name: '' },
            turbine: { id: turbine_id, turbine_name, code },
            by: undefined,
          })
        }
        return link
      })
      setLinkCookie(c, link, secret)
      c.header('Referrer-Policy', 'no-referrer')
      return c.json(ok({ data: await readSharedContent(db.read, link) }))
    },
  )
