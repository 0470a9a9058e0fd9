import { Hono } from 'hono'
import * as z from 'zod'
import { DoctorEntry } from '#domain/installation/doctor.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import type { Services } from '#server/features/open-features.ts'
import { examine } from './examine.ts'

/** Mounted at `/api/doctor`. */
export const doctorRoutes = new Hono<Env<Services>>().get(
  '/',
  permit('installation.read'),
  answers(
    'Examine the installation: what is not set or not well, as `npm run doctor` prints it. An entry without `problems` is well; `values` has what its sentence names, and never a secret. Problems of `/api/health` have their names there.',
    200,
    { data: z.array(DoctorEntry) },
  ),
  async (c) => c.json(ok({ data: await examine(c.var.services) })),
)
