import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { Photo } from '#domain/photo.ts'
import { PhotoMove, UnlinkedByMove } from '#domain/pictures/photo-move.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { getPhotos } from '#server/features/photos/photo-queries.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { movePhotos } from './move-photos.ts'

/** Mounted at `/api/turbines/:id/photos`. */
export const photoMoveRoutes = new Hono<Env>().put(
  '/place',
  permit('photo.move'),
  answers(
    'Move photos to another category, blade, room or year, all or none. Omitted fields keep their values; `null` means no blade, or no room. The findings follow and keep their numbers, even on another blade; `unlinked` lists those that lose their earlier finding (`earlier_id`). A photo already there stays unchanged. 409 `finding_published` names the published findings (`findings`, `more_findings`) that block the move; nothing is moved then. Published versions do not change.',
    200,
    { data: z.array(Photo), unlinked: z.array(UnlinkedByMove) },
    'turbine_not_found',
    'photo_not_found',
    'finding_published',
    'signing_key_unavailable',
  ),
  validate('param', IdParam),
  loadTurbine,
  validate('json', PhotoMove),
  async (c) => {
    const move = c.req.valid('json')
    const { data, unlinked } = await inCheckedTransaction(c, async (transaction, { caller, turbine }) => {
      const unlinked = await movePhotos(transaction, c, { caller, turbine }, move)
      return { data: await getPhotos(transaction, turbine.id, move.photo_ids), unlinked }
    })
    return answerList(c, data, { unlinked })
  },
)
