import { Hono } from 'hono'
import * as z from 'zod'
import { Seal, SealFilter, SigningKey } from '#domain/inspections/signing-key.ts'
import { SEALS_PER_ANSWER } from '#domain/limits.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { listSeals } from './seal-queries.ts'
import { listSigningKeys } from './signing-key-queries.ts'

/** Mounted at `/api/keys`. */
export const signingKeyRoutes = new Hono<Env>().get(
  '/',
  permit('key.read'),
  answers(
    'List the public keys for the signatures of published versions and dossiers, newest first. Former keys stay listed, so old signatures can be verified. Signatures of a key made from `revoked_from` on are no proof: another person may have made them. The list is empty until the first publication.',
    200,
    { data: z.array(SigningKey) },
  ),
  async (c) => c.json(ok({ data: await listSigningKeys(c.var.services.db.read) })),
)

/** Mounted at `/api/seals`. */
export const sealRoutes = new Hono<Env>().get(
  '/',
  permit('seal.read'),
  answers(
    `List the register of sealed versions of the installation, in the order of sealing. \`sha256\` is that of \`inspection.json\`, \`at\` the time of sealing, \`previous\` the SHA-256 of the entry before as canonical JSON (RFC 8785) of its four fields; null for the first. An answer has at most ${SEALS_PER_ANSWER} entries: \`after\` is the number before the next ones. \`sha256\` finds the entry of one document.`,
    200,
    { data: z.array(Seal) },
  ),
  validate('query', SealFilter),
  async (c) => c.json(ok({ data: await listSeals(c.var.services.db.read, c.req.valid('query')) })),
)
