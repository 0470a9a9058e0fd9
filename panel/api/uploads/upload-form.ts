import type * as z from 'zod'
import { parseAnswer } from '#panel/api/read-answer.ts'
import { sendRequest } from '#panel/api/send-request.ts'
import { sendByXhr } from './send-by-xhr.ts'

interface Upload<Schema extends z.ZodType> {
  url: string
  form: FormData
  /** The shape of the answer to an upload that succeeded. */
  schema: Schema
  /** How long the whole upload may take, in milliseconds. */
  timeoutMs: number
  /** Called with the sent part of the form, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a form with files by POST.
 *
 * @throws RequestError as `readAnswer` does; the reason of `signal` if it aborts
 */
export async function uploadForm<Schema extends z.ZodType>({
  url,
  form,
  schema,
  timeoutMs,
  onProgress,
  signal,
}: Upload<Schema>): Promise<z.output<Schema>> {
  const request = { method: 'POST', url, makes: textOf(form), timeoutMs, signal }
  const transport = sendByXhr('POST', form, (sent, total) => onProgress(total > 0 ? sent / total : 0))
  const { status, text } = await sendRequest(request, transport)
  return parseAnswer(status, text, schema)
}

/** The same text for the same fields and files. */
function textOf(form: FormData): string {
  const entries = [...form].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  )
  return JSON.stringify(entries)
}
