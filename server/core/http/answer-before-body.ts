import { createMiddleware } from 'hono/factory'
import { clientPlace } from '#server/core/access/client-address.ts'
import type { Env } from '#server/core/env.ts'
import { UnreadBodies } from './unread-bodies.ts'

/**
 * Delivers an answer that precedes the end of the request body, such as the refusal of an upload. The answer is sent complete with its
 * length, then the rest of the body is read and discarded, and then the connection closes. Closing at once with unread bytes would reset
 * the connection, and the client would get an error instead of the answer.
 *
 * The connection always closes: the body may be partly unread, and its rest would be parsed as the next request.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_close
 */
export function answerBeforeBody() {
  const unreadBodies = new UnreadBodies()
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const incoming = c.env?.incoming
    if (!incoming || incoming.complete) return
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
    if (length === '0' && encoding === undefined) return
    c.header('Connection', 'close')
    // The body took too long: its rest is not read.
    if (c.res.status === 408) return
    // Files are not buffered. No client sends a body to get one.
    if (!c.res.headers.get('Content-Type')?.startsWith('application/json')) return
    const { status, headers } = c.res
    const place = clientPlace(c)
    const answer = new Uint8Array(await c.res.arrayBuffer())
    headers.set('Content-Length', String(answer.length))
    c.res = undefined
    c.res = new Response(
      asStream(answer, () => unreadBodies.discard(incoming, place)),
      { status, headers },
    )
  })
}

/** A stream of the bytes, which ends after `beforeEnd`. */
function asStream(bytes: Uint8Array, beforeEnd: () => Promise<void>): ReadableStream<Uint8Array> {
  let isSent = false
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (!isSent) controller.enqueue(bytes)
    else await beforeEnd().then(() => controller.close())
    isSent = true
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
