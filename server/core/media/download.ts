import { once } from 'node:events'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'

/**
 * A pull-based stream. If its reader goes away, the generator ends.
 *
 * @param onEnd called once: at the end, on cancellation, or on a failure of the generator
 */
export function streamOf(
  pieces: AsyncGenerator<Uint8Array, undefined>,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array> {
  let hasEnded = false
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    onEnd()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          // The reader may have gone away meanwhile.
          if (hasEnded) return
          if (value) controller.enqueue(value)
          if (!done) return
          end()
          controller.close()
        } catch (error) {
          end()
          throw error
        }
      },
      async cancel() {
        end()
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Sends the pieces of a stream. A failure is logged and closes the connection, so that no client takes the beginning for the whole. All
 * streamed answers use this: Hono's adapter would write the error to the terminal and into the answer.
 */
export function sendStream(
  c: ApiContext,
  source: ReadableStream<Uint8Array>,
  status: 200 | 206,
  headers: Record<string, string>,
): Response {
  const reader = source.getReader()
  let hasGone = false
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (hasGone) return
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          if (hasGone || c.req.raw.signal.aborted) return
          requestLog(c).error({ err: error, path: c.req.path }, 'an answer broke off')
          await closeConnection(c)
          throw error
        }
      },
      cancel(reason) {
        hasGone = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return c.body(watched, status, headers)
}

/** Closes the connection before the end of the answer. */
async function closeConnection({ env }: ApiContext): Promise<void> {
  // `app.request` of the tests has no environment.
  const outgoing = env?.outgoing
  if (!outgoing || outgoing.closed) return
  const closed = once(outgoing, 'close')
  outgoing.destroy()
  await closed
}

/** The header `Content-Disposition` of a file to save. @see https://www.rfc-editor.org/rfc/rfc6266#section-5 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
