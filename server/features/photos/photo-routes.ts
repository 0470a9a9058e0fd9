import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { PhotoMeasuring, PhotoMeasuringChange } from '#domain/findings/photo-scale.ts'
import { Photo, PhotoExif, PhotoFilter, PhotoLook, PhotoParam } from '#domain/photo.ts'
import { Panorama } from '#domain/pictures/panorama.ts'
import { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { rawText } from '#domain/text/text.ts'
import { Rejection } from '#domain/upload.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { takesFiles, validate } from '#server/core/http/validate.ts'
import { validateChange } from '#server/core/http/validate-change.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { takeUpload } from '#server/core/uploads/take-upload.ts'
import type { Services } from '#server/features/open-features.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { turbineAsOwner } from '#server/features/turbines/turbine-files.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { loadPhoto } from './load-photo.ts'
import { readPanorama } from './panorama.ts'
import { readPhotoExif } from './photo-exif.ts'
import { deletePhoto, findScale, inspectPhoto, listPhotos, setScale } from './photo-queries.ts'
import { photoUpload } from './photo-upload.ts'

const PhotoKey = z.object({ key: rawText(1000).min(1) })

/** Mounted at `/api/turbines/:id/photos`. */
export const photoRoutes = new Hono<Env<Services>>()
  .get(
    '/',
    permit('photo.read'),
    answers(
      'List the photos of a turbine, newest first. Without `view=all` or a `category`: blade photos only.',
      [200, 304],
      { data: z.array(Photo) },
      'turbine_not_found',
    ),
    cached('role', PhotoFilter),
    validate('param', IdParam),
    loadTurbine,
    validate('query', PhotoFilter),
    async (c) => {
      const { services, caller, turbine } = c.var
      return answerList(
        c,
        await listPhotos(services.db.readFor(caller, c.req.raw.signal), turbine.id, c.req.valid('query')),
      )
    },
  )
  .get(
    '/:photoId',
    permit('photo.read'),
    answers(
      'Get a photo of a turbine.',
      [200, 304],
      { photo: Photo },
      'turbine_not_found',
      'photo_not_found',
    ),
    cached('role'),
    validate('param', PhotoParam),
    loadPhoto,
    (c) => c.json(ok({ photo: c.var.photo })),
  )
  .get(
    '/:photoId/exif',
    permit('photo.read'),
    answers(
      "Get the EXIF data of a photo: time, camera, lens, location, and a drone's position and gimbal angles. Facts missing from the file are null. `exif` itself is null until the server has read a photo uploaded before it stored EXIF; it reads such photos one by one.",
      200,
      { exif: PhotoExif.nullable() },
      'turbine_not_found',
      'photo_not_found',
    ),
    validate('param', PhotoParam),
    loadPhoto,
    async (c) => c.json(ok({ exif: await readPhotoExif(c.var.services.db.read, c.var.photo) })),
  )
  .get(
    '/:photoId/panorama',
    permit('photo.read'),
    answers(
      'Get the projection of a photo in 360° (sphere, partial sphere or flat) and its tile addresses. A point cloud gets 415.',
      200,
      { panorama: Panorama },
      'turbine_not_found',
      'photo_not_found',
      'unsupported_file',
    ),
    validate('param', PhotoParam),
    loadPhoto,
    async (c) => c.json(ok({ panorama: await readPanorama(c.var.services.db.read, c.var.photo) })),
  )
  .get(
    '/:photoId/cloud',
    permit('photo.read'),
    answers(
      'Get the origin, colour ranges and point addresses of a point cloud. During its preparation the answer has the progress; poll every second. A cloud is prepared after its upload, and on opening if that is missing. 415 means that the photo is no point cloud, or that its file cannot be read.',
      200,
      { cloud: PointCloudState },
      'turbine_not_found',
      'photo_not_found',
      'unsupported_file',
      'file_not_processed',
      'too_many_requests',
      'storage_full',
      'storage_read_only',
      'store_unavailable',
      'shutting_down',
    ),
    validate('param', PhotoParam),
    loadPhoto,
    async (c) => {
      const { services, caller, photo, slot } = c.var
      if (photo.width !== null) throw new ApiError('unsupported_file')
      // It may wait for an image worker.
      slot.release()
      return c.json(ok({ cloud: await services.pointClouds.state(services, caller, photo) }))
    },
  )
  .put(
    '/:photoId/look',
    permit('photo.look'),
    answers(
      'Mark a photo of an inspection as inspected, or unmark it. A photo with a finding counts as inspected.',
      200,
      { data: PhotoLook },
      'turbine_not_found',
      'photo_not_found',
    ),
    validate('param', PhotoParam),
    loadPhoto,
    validate('json', PhotoLook),
    async (c) => {
      const { looked } = c.req.valid('json')
      const data = await inCheckedTransaction(c, (transaction, { caller, photo }) =>
        inspectPhoto(transaction, photo, caller.id, looked),
      )
      return c.json(ok({ data }))
    },
  )
  .get(
    '/:photoId/scale',
    permit('photo.read'),
    answers(
      'Get the reference line of a photo, which sets its measuring scale. `scale` is null without one.',
      200,
      { data: PhotoMeasuring },
      'turbine_not_found',
      'photo_not_found',
    ),
    validate('param', PhotoParam),
    loadPhoto,
    async (c) => {
      const { services, caller, photo } = c.var
      return c.json(
        ok({ data: { scale: await findScale(services.db.readFor(caller, c.req.raw.signal), photo.id) } }),
      )
    },
  )
  .put(
    '/:photoId/scale',
    permit('photo.edit'),
    answers(
      'Set the reference line of a photo, or remove it with `null`. Its ends are fractions of the upright photo, from the left and top edges.',
      200,
      { data: PhotoMeasuring },
      'turbine_not_found',
      'photo_not_found',
    ),
    validate('param', PhotoParam),
    validateChange(PhotoMeasuringChange, loadPhoto, async (c) => ({
      scale: await findScale(c.var.services.db.read, c.var.photo.id),
    })),
    async (c) => {
      const { scale } = c.req.valid('json')
      await inCheckedTransaction(c, async (transaction, { caller, turbine, photo }) => {
        const former = await findScale(transaction, photo.id)
        if (JSON.stringify(former) === JSON.stringify(scale)) return
        await setScale(transaction, photo.id, scale)
        await writeAuditEntry(transaction, c, {
          action: 'photo.edit',
          record: { id: photo.id, name: photo.originalName },
          turbine,
          by: caller,
          changed: ['scale'],
        })
      })
      return c.json(ok({ data: { scale } }))
    },
  )
  .post(
    '/',
    permit('photo.add'),
    answers(
      'Upload photos (JPEG, PNG, WebP, TIFF, GIF, AVIF, HEIC) and point clouds. A TIFF with one channel of measurements, such as temperatures, is shown in grey: 1 % of the values are black, 1 % white. A file extension must match the content; it may be missing. `blade` defaults to that of a name such as `bladeB_x.jpg`. Rejected files are listed in `rejected`; if all are, the status is that of the first rejection. `exif_left_out` names the stored photos whose EXIF data were ignored because they contradict themselves. A photo in the answer is safely on disk.',
      201,
      { data: z.array(Photo), rejected: z.array(Rejection), exif_left_out: z.array(z.string()) },
      'turbine_not_found',
      'photo_name_taken',
    ),
    validate('param', IdParam),
    loadTurbine,
    takesNoKey('A turbine has one photo of each name.'),
    takesFiles(photoUpload),
    async (c) => {
      const { kept, rejected, examined } = await takeUpload(c, photoUpload, turbineAsOwner(c.var.turbine))
      const contradictory = new Set(
        examined.flatMap(({ file, content }) => (content.image?.exif.is_contradictory ? file.name : [])),
      )
      const names = kept.map(({ originalName }) => originalName)
      const exif_left_out = names.filter((name) => contradictory.has(name))
      return c.json(ok({ data: kept, rejected, exif_left_out }), 201)
    },
  )
  .delete(
    '/',
    permit('photo.delete'),
    answers('Delete a photo.', 200, {}, 'turbine_not_found', 'photo_not_found'),
    validate('param', IdParam),
    loadTurbine,
    validate('query', PhotoKey),
    async (c) => {
      const { key } = c.req.valid('query')
      await inCheckedTransaction(c, async (transaction, { caller, turbine }) => {
        const { id, original_name } = await deletePhoto(transaction, turbine.id, key)
        await writeAuditEntry(transaction, c, {
          action: 'photo.delete',
          record: { id, name: original_name },
          turbine,
          by: caller,
        })
      })
      await c.var.services.fileRemovals.remove([key])
      return c.json(ok({}))
    },
  )
