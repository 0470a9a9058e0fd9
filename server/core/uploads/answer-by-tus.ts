import { ERRORS, Server, TUS_RESUMABLE } from '@tus/server'
import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import type { ApiContext } from '#server/core/env.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import type { FileOwner } from './file-owner.ts'
import { PartStore } from './part-store.ts'
import { newUploadId } from './partial-upload-queries.ts'
import type { ResumableKind, UploadRecords } from './upload-kind.ts'

/** The media type of a part. */
export const PART_TYPE = 'application/offset+octet-stream'

/** The longest `Upload-Metadata`, in characters: the name and the text fields of one photo in Base64. */
const METADATA_MAX_LENGTH = 4000

const integer = rawText(15).regex(/^(?:0|[1-9]\d{0,14})$/)
const version = { 'tus-resumable': z.literal(TUS_RESUMABLE) }

/** The headers of the tus protocol, by call. @see https://tus.io/protocols/resumable-upload */
export const TusHeaders = z.object(version)
export const CreationHeaders = z.object({
  ...version,
  'upload-length': integer,
  'upload-metadata': rawText(METADATA_MAX_LENGTH),
})
export const PartHeaders = z.object({
  ...version,
  'upload-offset': integer,
  'content-type': z.literal(PART_TYPE),
})

/**
 * The headers of unsupported extensions. Ignoring one would store something else than the client means.
 *
 * @see https://tus.io/protocols/resumable-upload#protocol-extensions
 */
const FOREIGN_HEADERS = ['Upload-Concat', 'Upload-Defer-Length', 'Upload-Checksum']
/** On a part, the length belongs to an upload created without it. */
const FOREIGN_HEADERS_OF_PART = [...FOREIGN_HEADERS, 'Upload-Length']

const ANSWERED_HEADERS = [
  'Tus-Resumable',
  'Location',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Connection',
]

/** The time until a request yields its part to a later one, in milliseconds; 0 would mean the default of tus. */
const RELEASE_MS = 1

/**
 * Lets the tus server answer a request of a resumable upload. The route has checked the permission, and that the user owns the upload.
 *
 * @throws ApiError instead of the errors of tus, so that failures look like those of other calls; `validation_failed` for the header of an
 *   unsupported extension
 */
export async function answerByTus<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  kind: ResumableKind<Content, Fields, Item>,
  owner: FileOwner,
  request: Request = c.req.raw,
): Promise<Response> {
  refuseExtensions(c)
  c.var.slot.release()
  let failure: { thrown: unknown } | undefined
  const tus = new Server({
    path: c.req.path,
    relativeLocation: true,
    datastore: new PartStore(c, kind, owner),
    locker: c.var.services.uploadLocks,
    lockDrainTimeout: RELEASE_MS,
    namingFunction: newUploadId,
    getFileIdFromRequest: () => c.req.param('uploadId'),
    allowedOrigins: () => false,
    onResponseError: (_, thrown) => {
      failure = { thrown }
      return undefined
    },
  })
  const answer = await tus.handleWeb(request)
  if (failure) throw asApiError(failure.thrown)
  if (!answer.ok) throw invalid('', 'invalid')
  for (const name of ANSWERED_HEADERS) {
    const value = answer.headers.get(name)
    if (value !== null) c.header(name, value)
  }
  return c.body(null, answer.status as 200)
}

function refuseExtensions(c: ApiContext<UploadRecords>): void {
  const names = c.req.method === 'PATCH' ? FOREIGN_HEADERS_OF_PART : FOREIGN_HEADERS
  const sent = names.filter((name) => c.req.header(name) !== undefined)
  if (sent.length === 0) return
  const issues = sent.map((path) => ({ path, code: 'unsupported_extension' }))
  throw new ApiError('validation_failed', { issues })
}

/** @param error an error of tus is an object with a `status_code` */
function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const { status_code } = (error ?? {}) as { status_code?: unknown }
  if (typeof status_code !== 'number') return error
  if (error === ERRORS.ABORTED) return invalid('', 'broken_off')
  if (status_code === 404 || status_code === 410) return new ApiError('upload_not_found')
  if (status_code === 409) return new ApiError('upload_conflict')
  if (status_code === 413) return new ApiError('too_large')
  return status_code >= 500 ? error : invalid('', 'invalid')
}
