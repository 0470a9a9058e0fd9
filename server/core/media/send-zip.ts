import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { attachment, sendStream, streamOf } from './download.ts'
import type { DownloadsPerUser } from './downloads-per-user.ts'

/** The headers of a ZIP. @param length in bytes */
export function zipHeaders(name: string, length: number): Record<string, string> {
  return {
    'Accept-Ranges': 'none',
    'Cache-Control': 'private, no-store',
    'Content-Disposition': attachment(name),
    'Content-Length': String(length),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Type': 'application/zip',
  }
}

/**
 * Streams a ZIP, counted as a download of the user from `open` to its end.
 *
 * @param open checks the store, because an outage can answer an error here, but only abort an answer that has begun
 */
export async function sendZip(
  c: ApiContext<SignedIn>,
  downloads: DownloadsPerUser,
  name: string,
  open: (gone: AbortSignal) => Promise<{ pieces: AsyncGenerator<Uint8Array, undefined>; length: number }>,
): Promise<Response> {
  const end = downloads.begin(c.var.caller.id)
  const gone = new AbortController()
  const { pieces, length } = await open(gone.signal).catch((error) => {
    end()
    throw error
  })
  const zip = streamOf(pieces, () => {
    end()
    gone.abort()
  })
  return sendStream(c, zip, 200, zipHeaders(name, length))
}
