import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'

/** The number that begins the request, instead of the version of a connection. */
const CANCEL_REQUEST = 80_877_102
/** How long PostgreSQL may take to answer the request, in milliseconds. */
const ANSWER_MS = 2000
/** The pause before the request is sent again, in milliseconds: PostgreSQL may have got it before the statement. */
const AGAIN_AFTER_MS = 250

/** What `pg` knows of a connection; its types do not have it. */
type Connected = PoolClient & { host: string; port: number; processID?: number; secretKey?: number }

/**
 * Cancels the statement that runs on the connection, until it has ended. Use the connection again only when this has resolved: then
 * PostgreSQL has sent all signals, and a signal that finds no statement has no effect.
 *
 * @param ended resolves at the end of the statement
 * @throws if PostgreSQL does not answer: then the next statement may be the one that is cancelled
 */
export async function cancelStatement(client: PoolClient, ended: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  ended.then(end, end)
  while (!over.signal.aborted) {
    await requestCancel(client as Connected)
    await wait(AGAIN_AFTER_MS, undefined, { signal: over.signal }).catch(() => {})
  }
}

/**
 * The request goes through its own connection, which counts for no limit. It names the key of the session, so that poolers find it, and no
 * other session can be meant. PostgreSQL closes the connection when it has sent the signal.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
function requestCancel({ host, port, processID, secretKey }: Connected): Promise<void> {
  if (processID === undefined || secretKey === undefined) return Promise.resolve()
  const request = Buffer.alloc(16)
  for (const [index, number] of [request.length, CANCEL_REQUEST, processID, secretKey].entries()) {
    request.writeInt32BE(number, 4 * index)
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(ANSWER_MS, () =>
    socket.destroy(new Error('PostgreSQL has not answered a cancel request.')),
  )
  socket.once('error', reject).once('close', () => resolve())
  // Without reading, its end would not be noticed.
  socket.resume().write(request)
  return promise
}
