import { Hono } from 'hono'
import * as z from 'zod'
import { AuditEntry, AuditFilter } from '#domain/audit.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { listAuditEntries } from './audit-queries.ts'

/** Mounted at `/api/audit`. */
export const auditRoutes = new Hono<Env>().get(
  '/',
  permit('audit.read'),
  answers(
    'List the audit log, newest first, 100 entries a page. Admins get the entries whose record, or else user, belonged to their company at that time. `from` is inclusive, `to` exclusive. `turbine_id` selects the entries of a turbine and of its photos, reports and comments.',
    [200, 304],
    { data: z.array(AuditEntry), total: z.int().min(0) },
  ),
  cached('role', AuditFilter),
  validate('query', AuditFilter),
  async (c) => {
    const { services, caller } = c.var
    return c.json(
      ok(await listAuditEntries(services.db.readFor(caller, c.req.raw.signal), caller, c.req.valid('query'))),
    )
  },
)
