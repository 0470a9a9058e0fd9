import { type DetailedError, Upload } from 'tus-js-client'
import { UPLOAD_PART_BYTES } from '#domain/limits.ts'
import { api } from '#panel/api/api-client.ts'
import { tusHttpStack } from '#panel/api/uploads/tus-http-stack.ts'
import { targetFields, type UploadTarget } from './upload-target.ts'

interface PartsOptions {
  /** The address of an upload that began earlier. If it has ended, a new one begins. */
  address: string | undefined
  /** Called with the address of the upload as soon as it is known. */
  onAddress: (address: string) => void
  /** Called with the sent part of the file, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file in parts by the tus protocol, from where an earlier upload stopped.
 *
 * @throws RequestError if the server refuses the file or a part, or if no answer comes; the reason of `signal` if it aborts
 */
export function sendInParts(
  target: UploadTarget,
  file: File,
  { address, onAddress, onProgress, signal }: PartsOptions,
): Promise<void> {
  const path = api.turbines[':id'].photos.uploads.$path({ param: { id: String(target.turbineId) } })
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: new URL(path, window.location.origin).href,
      ...(address !== undefined && { uploadUrl: address }),
      metadata: { ...targetFields(target), filename: file.name },
      chunkSize: UPLOAD_PART_BYTES,
      httpStack: tusHttpStack,
      // The caller waits for the connection, and stores the address together with the file.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && onAddress(upload.url),
      onProgress: (sent, total) => onProgress(total ? sent / total : 0),
      onSuccess: () => resolve(),
      onError: (error) => reject(causeOf(error)),
    })
    const abort = () => {
      void upload.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    else upload.start()
  })
}

/** Ends an upload on the server, so that it does not count as unfinished. */
export function endParts(address: string): Promise<void> {
  return Upload.terminate(address, { httpStack: tusHttpStack, retryDelays: [] })
}

/** The RequestError behind an error of the tus client. */
function causeOf(error: Error | DetailedError): unknown {
  if (!('originalResponse' in error)) return error
  return error.originalResponse?.getUnderlyingObject() ?? error.causingError ?? error
}
