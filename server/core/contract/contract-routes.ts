import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Hono } from 'hono'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { type StaticFile, sendStatic } from '#server/core/http/static-pages.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { Call } from './calls.ts'
import { compressFile } from './compressed-file.ts'
import { openApiDocument } from './document.ts'

const require = createRequire(import.meta.url)
const own = (name: string) => join(import.meta.dirname, 'docs', name)

const CSS = { 'Content-Type': 'text/css; charset=utf-8' }
const SCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' }
const PAGE = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'X-Robots-Tag': 'noindex',
}

/** The assets of the documentation page, by the end of their address. */
const FILES = new Map<string, { path: string; headers: Record<string, string> }>([
  ['', { path: own('page.html'), headers: PAGE }],
  ['page.css', { path: own('page.css'), headers: CSS }],
  ['page.js', { path: own('page.js'), headers: SCRIPT }],
  ['swagger-ui.css', { path: require.resolve('swagger-ui-dist/swagger-ui.css'), headers: CSS }],
  ['swagger-ui.js', { path: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), headers: SCRIPT }],
])

/** Mounted at `/api`. @param calls returns all calls; used at the first request, when all routes exist */
export function contractRoutes(calls: () => Call[]) {
  const document = cached(async (origin) =>
    compressFile(new TextEncoder().encode(JSON.stringify(openApiDocument(calls(), origin))), {
      'Content-Type': 'application/json; charset=utf-8',
    }),
  )
  const docs = cached(async (name) => {
    const file = FILES.get(name)
    if (!file) throw new ApiError('not_found')
    return compressFile(await readFile(file.path), file.headers)
  })
  return new Hono<Env>()
    .get(
      '/openapi.json',
      permit('contract.read'),
      answers('Get this document.', [200, 304], 'application/json'),
      async (c) => sendStatic(c, await document(c.var.services.config.origin)),
    )
    .get(
      '/docs',
      permit('contract.read'),
      answers('Get the documentation page.', [200, 304], 'text/html'),
      async (c) => sendStatic(c, await docs('')),
    )
    .get(
      '/docs/:file',
      permit('contract.read'),
      answers('Get an asset of that page.', [200, 304], '*/*', 'not_found'),
      async (c) => sendStatic(c, await docs(c.req.param('file'))),
    )
}

/** Caches the results of `work` by name. A failure is not cached. */
function cached(work: (name: string) => Promise<StaticFile>): (name: string) => Promise<StaticFile> {
  const done = new Map<string, StaticFile>()
  return async (name) => {
    const file = done.get(name) ?? (await work(name))
    done.set(name, file)
    return file
  }
}
