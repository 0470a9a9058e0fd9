import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { isPanelAddress } from '#domain/panel-addresses.ts'
import { acceptedEncoding, ENCODINGS, type Encoding } from './accepted-encoding.ts'
import { matchesEntityTag } from './entity-tag.ts'
import { readRange } from './read-range.ts'

/** The folder that `npm run build` writes. */
export const PAGES_FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist')

/** A file in memory. */
export interface StaticFile {
  body: Uint8Array<ArrayBuffer>
  encodings: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
  headers: Record<string, string> & { ETag: string }
  status: 200 | 404
}

/** The built site and the panel page. All files, with their precompressed variants, are read into memory at the start. */
export class StaticPages {
  readonly #files: Map<string, StaticFile>
  readonly #notFound: StaticFile

  private constructor(files: Map<string, StaticFile>, notFound: StaticFile) {
    this.#files = files
    this.#notFound = notFound
  }

  /** @throws Error if `folder` is not a built site */
  static async read(folder: string): Promise<StaticPages> {
    const contents = new Map<string, Uint8Array<ArrayBuffer>>()
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      contents.set(`/${relative(folder, path).split(sep).join('/')}`, Uint8Array.from(await readFile(path)))
    }
    const files = new Map<string, StaticFile>()
    for (const [name, body] of contents) {
      if (/\.(?:br|gz)$/.test(name)) continue
      const [br, gzip] = [contents.get(`${name}.br`), contents.get(`${name}.gz`)]
      const encodings = { ...(br && { br }), ...(gzip && { gzip }) }
      const headers = { ...headersOf(name), ETag: entityTag(body) }
      files.set(addressOf(name), { body, encodings, headers, status: 200 })
    }
    const notFound = files.get('/404')
    if (!notFound || !files.has('/panel'))
      throw new Error(`The site in ${folder} is not built. Run: npm run build`)
    return new StaticPages(files, { ...notFound, status: 404 })
  }

  /** Answers a GET or HEAD with a page of the site or the panel, or with the 404 page. */
  answer(c: Context): Response {
    const { path } = c.req
    const withoutSlash = path.replace(/(?<=.)\/$/, '')
    if (withoutSlash !== path && this.#find(withoutSlash) !== this.#notFound) {
      // The request path is decoded; a header takes it as sent.
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(pathname.replace(/\/$/, '') + search, 308)
    }
    return sendStatic(c, this.#find(path))
  }

  #find(path: string): StaticFile {
    const isInternal = path === '/panel' || path === '/404' || path === '/500'
    const file = this.#files.get(isPanelAddress(path) ? '/panel' : path)
    return file && !isInternal ? file : this.#notFound
  }
}

/** The address of a file: `/en/about` for `/en/about/index.html` and for `/en/about.html`. */
function addressOf(name: string): string {
  return name.replace(/(?:\/index)?\.html$/, '') || '/'
}

function headersOf(name: string): Record<string, string> {
  const isHtml = name.endsWith('.html')
  const drawsPdf = /\/pdf-worker-[^/]*\.js$/.test(name)
  return {
    'Content-Type': getMimeType(name) ?? 'application/octet-stream',
    'Cache-Control': name.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(name.endsWith('.webm') && { 'Accept-Ranges': 'bytes' }),
    // A worker has the policy of its own script, not of the page. The PDF worker runs WebAssembly on untrusted files and sends nothing.
    ...(drawsPdf && { 'Content-Security-Policy': "default-src 'none'; script-src 'wasm-unsafe-eval'" }),
    ...(isHtml && {
      // The rest of the policy is in the page, with the hashes of its scripts and styles.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    }),
  }
}

/** The entity tag of the content, with its quotes. */
export function entityTag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Answers a GET or HEAD with the file, compressed if accepted, with 304 if the client has it, or with a part: Safari plays no film without. */
export function sendStatic(c: Context, file: StaticFile): Response {
  if (file.status === 200 && matchesEntityTag(c.req.header('If-None-Match'), file.headers.ETag)) {
    return c.body(null, 304, file.headers)
  }
  const range = partOf(c, file)
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${file.body.length}` })
  }
  if (range) {
    const part = file.body.subarray(range.start, range.end + 1)
    const headers = {
      ...file.headers,
      'Content-Length': String(part.length),
      'Content-Range': `bytes ${range.start}-${range.end}/${file.body.length}`,
    }
    return c.body(part, 206, headers)
  }
  const available = ENCODINGS.filter((name) => file.encodings[name])
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding'), available)
  const body = (encoding && file.encodings[encoding]) ?? file.body
  const headers = { ...file.headers, 'Content-Length': String(body.length) }
  if (encoding) Object.assign(headers, { 'Content-Encoding': encoding })
  return c.req.method === 'HEAD' ? c.body(null, file.status, headers) : c.body(body, file.status, headers)
}

/** The requested part of a film; undefined for the whole file. */
function partOf(c: Context, { body, headers }: StaticFile) {
  // A range of a HEAD request is ignored (RFC 9110, section 14.2).
  if (headers['Accept-Ranges'] === undefined || c.req.method !== 'GET') return undefined
  const ifRange = c.req.header('If-Range')
  const isSame = ifRange === undefined || ifRange === headers.ETag
  return isSame ? readRange(c.req.header('Range'), body.length) : undefined
}
