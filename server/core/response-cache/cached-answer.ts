import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { MIB } from '#domain/limits.ts'
import type { Encoding } from '#server/core/http/accepted-encoding.ts'
import { entityTag } from '#server/core/http/static-pages.ts'

/** An answer as it is sent. */
export interface CachedAnswer {
  body: Uint8Array<ArrayBuffer>
  /** The entity tag of the content, with its quotes: the same for every encoding. */
  etag: string
  headers: Record<string, string>
}

/** Minimum body to compress, in bytes: shorter ones fit into one network packet with their headers. */
const COMPRESSED_MIN = 1024
/** The first reader waits for the compression. Figures for other values are in `response-cache.md`. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 4
/** Longer bodies, in bytes, are compressed with quality 1: `BROTLI_QUALITY` would take 0.1 s for 10,000 photos. */
const FULL_QUALITY_MAX = MIB

/** Compression runs in its own thread, so other requests do not wait. */
const COMPRESS: Record<Encoding, (body: Uint8Array) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: body.length > FULL_QUALITY_MAX ? 1 : BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: GZIP_LEVEL }),
}

/** @param encoding undefined if the client accepts none */
export async function compressAnswer(
  content: Uint8Array<ArrayBuffer>,
  type: string,
  encoding: Encoding | undefined,
): Promise<CachedAnswer> {
  const used = content.length < COMPRESSED_MIN ? undefined : encoding
  const body = used ? new Uint8Array(await COMPRESS[used](content)) : content
  const etag = entityTag(content)
  return {
    body,
    etag,
    headers: {
      'Content-Type': type,
      ...(used && { 'Content-Encoding': used }),
      // Weak, because the bytes of the encodings differ.
      ETag: `W/${etag}`,
      Vary: 'Accept-Encoding, Authorization',
    },
  }
}

/** The headers that `sendFile` sets, except the length. */
const FILE_HEADERS = ['Accept-Ranges', 'Cache-Control', 'Content-Security-Policy', 'Content-Type', 'ETag']

/** @param sent the headers of `sendFile` */
export function answerOfFile(body: Uint8Array<ArrayBuffer>, sent: Headers): CachedAnswer {
  return {
    body,
    etag: sent.get('ETag') ?? '',
    headers: Object.fromEntries(FILE_HEADERS.map((name) => [name, sent.get(name) ?? ''])),
  }
}
