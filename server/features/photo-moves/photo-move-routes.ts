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
    'Move photos to another category, blade, room or year, all or none. What is missing stays; `null` is no blade, or no room. Their findings follow and keep their numbers, also on another blade; `unlinked` has those that do not continue an earlier finding (`earlier_id`) any more. A photo that is there already stays as it is. 409 `finding_published` names the findings of a published version (`findings`, `more_findings`) that keep their photos where they are; then nothing is moved. Published versions say what they said.',
    200,
    { data: z.array(Photo), unlinked: z.array(UnlinkedByMove) },
    'turbine_not_found',
    'photo_not_found',
    'finding_published',
  ),
  validate('param', IdParam),
  loadTurbine,
  validate('json', PhotoMove),
  async (c) => {
    const move = c.req.valid('json')
    const { data, unlinked } = await inCheckedTransaction(c, async (transaction, { viewer, turbine }) => {
      const unlinked = await movePhotos(transaction, c, { viewer, turbine }, move)
      return { data: await getPhotos(transaction, turbine.id, move.photo_ids), unlinked }
    })
    return answerList(c, data, { unlinked })
  },
)
