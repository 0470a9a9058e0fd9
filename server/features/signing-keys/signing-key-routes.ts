import { Hono } from 'hono'
import * as z from 'zod'
import { SigningKey } from '#domain/inspections/signing-key.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { listSigningKeys } from './signing-key-queries.ts'

/** Mounted at `/api/keys`. */
export const signingKeyRoutes = new Hono<Env>().get(
  '/',
  permit('key.read'),
  answers(
    'List the public keys for the signatures of published versions and dossiers, newest first. Former keys stay listed, so old signatures can be verified. The list is empty until the first publication.',
    200,
    { data: z.array(SigningKey) },
  ),
  async (c) => c.json(ok({ data: await listSigningKeys(c.var.services.db.read) })),
)
