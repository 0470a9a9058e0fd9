import { PHOTO_UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import type { Blade, Photo } from '#domain/photo.ts'
import type { Rejection } from '#domain/upload.ts'
import { answerError, networkError } from '#panel/api/api-error.ts'
import { endSessionOn } from '#panel/api/api-fetch.ts'
import { requestHeaders } from '#panel/api/request-headers.ts'
import { session } from '#panel/session/stored-session.ts'
import type { PhotoPlace } from './photo-place.ts'

export interface UploadTarget extends PhotoPlace {
  turbineId: number
  blade: Blade
}

export interface UploadAnswer {
  data: Photo[]
  rejected: Rejection[]
}

/**
 * Sends one request of photos. `onShare` tells how much of it has left this machine, from 0 to 1; `fetch` cannot tell
 * that, therefore XMLHttpRequest.
 *
 * @throws ApiError for every answer but 201; DOMException `AbortError` when `signal` aborts
 */
export function sendPhotos(
  target: UploadTarget,
  files: File[],
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const token = session.value?.token
    const request = new XMLHttpRequest()
    request.open('POST', `/api/turbines/${target.turbineId}/photos`)
    request.timeout = PHOTO_UPLOAD_TIMEOUT_MS
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value)

    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onabort = () => reject(signal.reason)
    request.onerror = () => reject(networkError())
    request.ontimeout = () => reject(networkError())
    request.onload = () => {
      if (request.status === 201) return resolve(JSON.parse(request.responseText))
      const error = answerError(request.status, request.responseText)
      endSessionOn(error, token)
      reject(error)
    }
    request.onloadend = () => signal.removeEventListener('abort', abort)

    request.send(multipart(target, files))
    if (signal.aborted) abort()
  })
}

/** The fields come before the files, so that the server knows where they belong before it reads them. */
function multipart({ room, year, blade }: UploadTarget, files: File[]): FormData {
  const form = new FormData()
  form.append('room', room)
  form.append('year', String(year))
  form.append('blade', blade)
  form.append('category', 'blade')
  for (const file of files) form.append('photos', file, file.name)
  return form
}
