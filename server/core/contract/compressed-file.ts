import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag, type StaticFile } from '#server/core/http/static-pages.ts'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** A low quality, because the first reader waits for the compression. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Compresses a file for sending it from memory. Clients may cache it, but must revalidate. */
export async function compressFile(body: Uint8Array, headers: Record<string, string>): Promise<StaticFile> {
  const [br, gz] = await Promise.all([packBrotli(body, BROTLI), packGzip(body)])
  return {
    body: Uint8Array.from(body),
    encodings: { br: Uint8Array.from(br), gzip: Uint8Array.from(gz) },
    headers: { ...headers, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: entityTag(body) },
    status: 200,
  }
}
