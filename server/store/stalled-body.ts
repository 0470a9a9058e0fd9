import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Ends a body with an error if nothing arrives for `ms` milliseconds although its reader has taken everything. A reader may take any
 * time: then bytes wait in the buffer.
 */
export function endWhenStalled(body: Readable, ms: number): void {
  const { socket } = body as IncomingMessage
  // The reader gets the error. But it may not have begun yet, and the error must not end the process.
  body.on('error', () => {})
  let arrived = socket.bytesRead
  const timer = setInterval(() => {
    if (body.readableLength === 0 && socket.bytesRead === arrived) {
      body.destroy(new Error(`The bucket has sent nothing for ${ms} ms.`))
    }
    arrived = socket.bytesRead
  }, ms)
  body.once('close', () => clearInterval(timer))
}
