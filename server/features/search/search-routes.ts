import { Hono } from 'hono'
import { Found, SearchQuery } from '#domain/search/found.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { findEverywhere } from './find-everywhere.ts'

/** Mounted at `/api/search`. */
export const searchRoutes = new Hono<Env>().get(
  '/',
  permit('search.use'),
  answers(
    'Search the findings, photos and comments of all turbines of the caller, at most 10 of each: findings by type, description and code, the worst first; photos by file name and comments by text, the newest first. Every word of `q` must be there or in the code or name of the turbine, or be the year, and one in the record itself. Case and Turkish diacritics do not matter. Customers and viewers find what is published. A text of fewer than three letters finds codes only.',
    [200, 304],
    { data: Found },
  ),
  cached('role', SearchQuery),
  validate('query', SearchQuery),
  async (c) => {
    const { services, caller } = c.var
    const db = services.db.readFor(caller, c.req.raw.signal)
    return c.json(ok({ data: await findEverywhere(db, caller, c.req.valid('query').q ?? '') }))
  },
)
