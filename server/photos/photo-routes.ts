import { Hono } from 'hono'
import { etag } from 'hono/etag'
import * as z from 'zod'
import { PhotoFilter } from '#domain/photo.ts'
import { TurbineParam } from '#domain/turbine.ts'
import { ok } from '#server/answers.ts'
import { permit } from '#server/auth/authenticate.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { loadTurbine } from '#server/turbines/load-turbine.ts'
import { validate } from '#server/validate.ts'
import { removePhotoFiles } from './photo-files.ts'
import { deletePhoto, listPhotos } from './photo-queries.ts'
import { receivePhotos } from './photo-upload.ts'

const PhotoKey = z.object({ key: z.string().min(1).max(1000) })

/** Mounted at `/api/turbines/:id/photos`. */
export const photoRoutes = new Hono<Env>()
  .get(
    '/',
    etag(),
    permit('photo.read'),
    validate('param', TurbineParam),
    loadTurbine,
    validate('query', PhotoFilter),
    async (c) => {
      const { db } = c.var.services
      return c.json(ok({ data: await listPhotos(db.read, c.var.turbine.id, c.req.valid('query')) }))
    },
  )
  .post('/', permit('photo.add'), validate('param', TurbineParam), loadTurbine, async (c) => {
    const { photos, rejected } = await receivePhotos(c)
    return c.json(ok({ data: photos, rejected }), 201)
  })
  .delete(
    '/',
    permit('photo.delete'),
    validate('param', TurbineParam),
    loadTurbine,
    validate('query', PhotoKey),
    async (c) => {
      const { db, store } = c.var.services
      const { key } = c.req.valid('query')
      if (!(await deletePhoto(db.write, c.var.turbine.id, key))) throw new ApiError('photo_not_found')
      await removePhotoFiles(store, [key])
      return c.json(ok({}))
    },
  )
