import * as z from 'zod'
import { PHOTO_UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import { Report } from '#domain/report.ts'
import { Rejection } from '#domain/upload.ts'
import { api } from '#panel/api/api-client.ts'
import { uploadForm } from '#panel/api/uploads/upload-form.ts'

const UploadAnswer = z.object({ data: z.array(Report), rejected: z.array(Rejection) })

/**
 * Uploads reports of a year in one request. `onProgress` is called with the sent part of it, from 0 to 1.
 *
 * @throws RequestError for every answer except a readable 201; the reason of `signal` if it aborts
 */
export function sendReports(
  { turbineId, year }: { turbineId: number; year: number },
  files: File[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  const form = new FormData()
  form.append('year', String(year))
  for (const file of files) form.append('reports', file, file.name)
  return uploadForm({
    url: api.turbines[':id'].reports.$path({ param: { id: String(turbineId) } }),
    form,
    schema: UploadAnswer,
    timeoutMs: PHOTO_UPLOAD_TIMEOUT_MS,
    onProgress,
    signal,
  })
}
