import { once } from 'node:events'
import type { Context } from 'hono'
import type { Env } from '#server/env.ts'

/**
 * A stream that asks for the next piece only if its reader wants it. If the reader goes away, the generator ends.
 *
 * @param onEnd is called once: at the end, when the reader has gone away, or with the error of the generator, which the reader gets
 *   after it
 */
export function streamOf(
  pieces: AsyncGenerator<Uint8Array, undefined>,
  onEnd: (error?: unknown) => void | Promise<void>,
): ReadableStream<Uint8Array> {
  let hasEnded = false
  const end = async (error?: unknown) => {
    if (hasEnded) return
    hasEnded = true
    await onEnd(error)
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
          await end()
          controller.close()
        } catch (error) {
          await end(error)
          throw error
        }
      },
      async cancel() {
        await end()
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Closes the connection before the end of the answer. The adapter of Hono would also write the error to the terminal. */
export async function closeConnection({ env: { outgoing } }: Context<Env>): Promise<void> {
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
