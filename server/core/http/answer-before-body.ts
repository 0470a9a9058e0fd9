import { createMiddleware } from 'hono/factory'
import { clientPlace } from '#server/core/access/client-address.ts'
import type { Env } from '#server/core/env.ts'
import { UnreadBodies } from './unread-bodies.ts'

/**
 * Sees to it that an answer arrives that comes before the end of its request's body, as the refusal of an upload does. It is sent with its length, so that the
 * client has it completely. Then the server reads and discards what the client still sends, and only after that it closes the connection. If it closed at
 * once, the bytes that it has not read would make the system reset the connection, and the client would get an error instead of the answer.
 *
 * The connection closes in any case, because only a part of the body may be read, and the rest would be taken for the next request.
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
    // The body took too long: nobody waits for its rest.
    if (c.res.status === 408) return
    // Files are not kept in memory. No client sends a body to get one.
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
