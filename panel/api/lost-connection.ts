import { RequestError } from './request-error.ts'

/** Why what is sent waits: no answer comes, or the server says that it restarts. */
export type LostConnection = 'disconnected' | 'restarting'

/** The kind of connection loss that caused `error`; undefined if another attempt would fail too. */
export function lossOf(error: unknown): LostConnection | undefined {
  if (!(error instanceof RequestError)) return undefined
  if (error.code === 'shutting_down') return 'restarting'
  // The server answers 408 to a body that stood still, and a proxy the others while no server runs. Their bodies are not those of the API.
  const isLost = error.code === 'server_error' && [408, 502, 503, 504].includes(error.status)
  return error.status === 0 || isLost ? 'disconnected' : undefined
}
