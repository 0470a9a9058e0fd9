import { Hono } from 'hono'
import { IdParam } from '#domain/fields.ts'
import { UploadParam } from '#domain/upload.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { takesBytes, validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import {
  answerByTus,
  CreationHeaders,
  PART_TYPE,
  PartHeaders,
  TusHeaders,
} from '#server/core/uploads/answer-by-tus.ts'
import { loadPartialUploadAfter } from '#server/core/uploads/load-partial-upload.ts'
import { refuseWhileStopping } from '#server/core/uploads/take-upload.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { turbineAsOwner } from '#server/features/turbines/turbine-files.ts'
import { photoUpload } from './photo-upload.ts'

const loadPartialUpload = loadPartialUploadAfter(loadTurbine)

/** Mounted at `/api/turbines/:id/photos/uploads`. @see https://tus.io/protocols/resumable-upload */
export const resumablePhotoRoutes = new Hono<Env>()
  .post(
    '/',
    permit('photo.add'),
    answers(
      'Create a resumable photo upload (tus protocol 1.0.0). `Upload-Metadata` has `filename` and the text fields of a plain upload. `Location` is the address of the upload. It expires a day after its last part.',
      201,
      '*/*',
      'turbine_not_found',
      'photo_name_taken',
      'too_large',
      'unsupported_file',
      'too_many_uploads',
      'too_many_requests',
      'shutting_down',
    ),
    validate('param', IdParam),
    loadTurbine,
    takesNoKey('A turbine has one photo of each name, and an abandoned upload expires after a day.'),
    validate('header', CreationHeaders),
    async (c) => {
      refuseWhileStopping(c.var.services)
      await c.var.services.partialUploadLimits.begun.countRequest(String(c.var.caller.id))
      return answerByTus(c, photoUpload, turbineAsOwner(c.var.turbine))
    },
  )
  .get(
    '/:uploadId',
    permit('photo.add'),
    answers(
      'Get the offset of an upload, with HEAD: `Upload-Offset`. It equals `Upload-Length` only once the photo is stored. Other users get 404.',
      200,
      '*/*',
      'turbine_not_found',
      'upload_not_found',
      'upload_conflict',
      'store_unavailable',
    ),
    validate('param', UploadParam),
    loadPartialUpload,
    validate('header', TusHeaders),
    (c) => {
      const head = new Request(c.req.url, { method: 'HEAD', headers: c.req.header() })
      return answerByTus(c, photoUpload, turbineAsOwner(c.var.turbine), head)
    },
  )
  .patch(
    '/:uploadId',
    permit('photo.add'),
    answers(
      'Send a part of a photo, starting at `Upload-Offset`. The last part is answered once the photo is safely on disk; a refused photo ends the upload. After 503, send the last byte again.',
      204,
      '*/*',
      'turbine_not_found',
      'upload_not_found',
      'too_many_requests',
      'upload_conflict',
      'photo_name_taken',
      'too_large',
      'unsupported_file',
      'file_not_processed',
      'shutting_down',
      'store_unavailable',
    ),
    validate('param', UploadParam),
    loadPartialUpload,
    validate('header', PartHeaders),
    takesBytes(PART_TYPE),
    (c) => {
      refuseWhileStopping(c.var.services)
      return answerByTus(c, photoUpload, turbineAsOwner(c.var.turbine))
    },
  )
  .delete(
    '/:uploadId',
    permit('photo.add'),
    answers(
      'Cancel a resumable upload. A stored photo stays.',
      204,
      '*/*',
      'turbine_not_found',
      'upload_not_found',
      'upload_conflict',
      'too_many_requests',
      'store_unavailable',
    ),
    validate('param', UploadParam),
    loadPartialUpload,
    validate('header', TusHeaders),
    async (c) => {
      await c.var.services.partialUploadLimits.cancelled.countRequest(String(c.var.caller.id))
      return answerByTus(c, photoUpload, turbineAsOwner(c.var.turbine))
    },
  )
