import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag, type StaticFile } from '#server/static-pages.ts'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** Good enough, and quick: the first reader waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** A file to be sent from memory, packed once. Callers ask again each time whether it is still the same. */
export async function packedFile(body: Uint8Array, headers: Record<string, string>): Promise<StaticFile> {
  const [br, gz] = await Promise.all([packBrotli(body, BROTLI), packGzip(body)])
  return {
    body: Uint8Array.from(body),
    encodings: { br: Uint8Array.from(br), gzip: Uint8Array.from(gz) },
    headers: { ...headers, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: entityTag(body) },
    status: 200,
  }
}
