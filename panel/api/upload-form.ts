import type * as z from 'zod'
import { parseAnswer } from './read-answer.ts'
import { type RawAnswer, sendRequest, type Transport } from './send-request.ts'

interface Upload<Schema extends z.ZodType> {
  url: string
  form: FormData
  /** The shape of the answer to an upload that succeeded. */
  schema: Schema
  /** How long the whole upload may take, in milliseconds. */
  timeoutMs: number
  /** Called with the sent part of the form, from 0 to 1. */
  onShare: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a form with files by POST. It uses XMLHttpRequest, because `fetch` does not report the progress of an upload.
 *
 * @throws RequestError as `readAnswer` does; the reason of `signal` if it aborts
 */
export async function uploadForm<Schema extends z.ZodType>({
  url,
  form,
  schema,
  timeoutMs,
  onShare,
  signal,
}: Upload<Schema>): Promise<z.output<Schema>> {
  const request = { method: 'POST', url, timeoutMs, signal }
  const { status, text } = await sendRequest(request, sendByXhr(form, onShare))
  return parseAnswer(status, text, schema)
}

function sendByXhr(form: FormData, onShare: (share: number) => void): Transport {
  return (url, headers, signal) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', url)
      for (const [name, value] of headers) request.setRequestHeader(name, value)

      const abort = () => request.abort()
      signal.addEventListener('abort', abort)
      request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
      request.onload = () =>
        resolve({
          status: request.status,
          text: request.responseText,
          retryAfter: request.getResponseHeader('Retry-After'),
        })
      request.onloadend = () => {
        signal.removeEventListener('abort', abort)
        // After `load` the promise is settled and this has no effect; after an error or an abort there is no answer.
        reject(new Error('No answer arrived.'))
      }

      request.send(form)
      if (signal.aborted) abort()
    })
}
