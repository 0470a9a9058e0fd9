import * as z from 'zod'
import { PHOTO_UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import { Photo } from '#domain/photo.ts'
import { Rejection } from '#domain/upload.ts'
import { api } from '#panel/api/api-client.ts'
import { uploadForm } from '#panel/api/uploads/upload-form.ts'
import { targetFields, type UploadTarget } from './upload-target.ts'

const UploadAnswer = z.object({
  data: z.array(Photo),
  rejected: z.array(Rejection),
  /** The names of photos of which nothing was read that the camera wrote. */
  exif_left_out: z.array(z.string()).default([]),
})
export type UploadAnswer = z.infer<typeof UploadAnswer>

/**
 * Uploads photos in one request. `onProgress` is called with the sent part of it, from 0 to 1.
 *
 * @throws RequestError for every answer except a readable 201; the reason of `signal` if it aborts
 */
export function sendPhotos(
  target: UploadTarget,
  files: File[],
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  return uploadForm({
    url: api.turbines[':id'].photos.$path({ param: { id: String(target.turbineId) } }),
    form: multipart(target, files),
    schema: UploadAnswer,
    timeoutMs: PHOTO_UPLOAD_TIMEOUT_MS,
    onProgress,
    signal,
  })
}

/** The fields come before the files, so that the server knows the room and the blade before it reads the files. */
function multipart(target: UploadTarget, files: File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(targetFields(target))) form.append(name, value)
  for (const file of files) form.append('photos', file, file.name)
  return form
}
