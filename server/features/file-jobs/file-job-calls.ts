import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { type FileJob, FileJobParam, isUnfinished } from '#domain/inspections/file-job.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import type { Services } from '#server/features/open-features.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { shownTo } from '#server/records/published-rows.ts'
import { answerFileJob } from './answer-file-job.ts'
import type { FileJobKind } from './file-job-kind.ts'
import { cancelFileJob, getFileJob, listFileJobs } from './file-job-queries.ts'

/** The routes that list, get and cancel the jobs of a kind, below the address of a turbine. */
export function fileJobCalls<Job extends FileJob>(kind: FileJobKind<Job>) {
  const { actions, summaries, schema, notFound } = kind
  return new Hono<Env<Services>>()
    .get(
      '/',
      permit(actions.read),
      answers(summaries.list, 200, { data: z.array(schema) }, 'turbine_not_found'),
      validate('param', IdParam),
      loadTurbine,
      async (c) => {
        const { services, caller, turbine } = c.var
        const rows = await listFileJobs(shownTo(caller.role, services.db.read), kind, turbine.id)
        return c.json(ok({ data: rows.map((row) => answerFileJob(c, kind, row)) }))
      },
    )
    .get(
      '/:jobId',
      permit(actions.read),
      answers(summaries.get, 200, { data: schema }, 'turbine_not_found', notFound),
      validate('param', FileJobParam),
      loadTurbine,
      async (c) => {
        const { services, caller, turbine } = c.var
        const read = shownTo(caller.role, services.db.read)
        const row = await getFileJob(read, kind, turbine.id, c.req.valid('param').jobId)
        return c.json(ok({ data: answerFileJob(c, kind, row) }))
      },
    )
    .delete(
      '/:jobId',
      permit(actions.cancel),
      answers(
        summaries.cancel,
        200,
        { data: kind.keepsCancelled ? schema : schema.nullable() },
        'turbine_not_found',
        notFound,
        ...(kind.mayCancel ? (['forbidden'] as const) : []),
      ),
      validate('param', FileJobParam),
      loadTurbine,
      async (c) => {
        const { jobId } = c.req.valid('param')
        const row = await inCheckedTransaction(c, async (transaction, { turbine, caller }) => {
          const row = await getFileJob(transaction, kind, turbine.id, jobId)
          if (isUnfinished(row) && kind.mayCancel?.(caller, row, turbine) === false)
            throw new ApiError('forbidden')
          const isCancelled = await cancelFileJob(transaction, jobId)
          return isCancelled ? { ...row, state: 'cancelled' as const } : row
        })
        const isCancelled = row.state === 'cancelled'
        if (isCancelled) c.var.services.runningFileJobs.abort(jobId)
        return c.json(ok({ data: isCancelled && !kind.keepsCancelled ? null : answerFileJob(c, kind, row) }))
      },
    )
}
