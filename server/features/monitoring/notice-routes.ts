import { Hono } from 'hono'
import { Notice } from '#domain/notice.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { requestLog } from '#server/core/http/log.ts'
import { readNotice } from './read-notice.ts'

/** Mounted at `/api/notice`. */
export const noticeRoutes = new Hono<Env>().get(
  '/',
  permit('notice.read'),
  answers(
    "Get the operator's notice to all panel users in both languages, such as planned downtime, or null. Its source is `notice.json` in the data folder.",
    200,
    { data: Notice.nullable() },
  ),
  async (c) => c.json(ok({ data: await readNotice(c.var.services.config.dataDir, requestLog(c)) })),
)
