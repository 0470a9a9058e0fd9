import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import pino from 'pino'
import { StaticPages } from '#server/core/http/static-pages.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import { TEST_WORKER_FOLDERS } from '../../support/servers/lent-images.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { watchContexts } from './console-errors.ts'
import { makeSeed, type Seed } from './seed.ts'
import type { Shared } from './served-app.ts'

const DIST = join(import.meta.dirname, '../../../dist')

/** The journeys start many servers, one after another; Node compiles the server once for all of them. */
const COMPILED = join(import.meta.dirname, '../../../.build/compiled-server')

export function startServer(dir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  return ServerProcess.start(dir, { NODE_COMPILE_CACHE: COMPILED, ...env })
}

/**
 * For tests of pages without a signed-in user. They share one server, because they do not change its data.
 * `seed` and `shared` are here too: a test with other fixtures of the worker would start another worker and browser.
 */
export const test = base.extend<{ withoutErrors: undefined }, { site: string; seed: Seed; shared: Shared }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'kanat-site-'))
      await using server = await startServer(dir)
      await use(server.origin)
      await server.end('SIGTERM')
      await rm(dir, { recursive: true })
    },
    { scope: 'worker' },
  ],
  seed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      await using seed = await makeSeed()
      await use(seed)
    },
    { scope: 'worker' },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const images = new ImagePool(readConfig({}).images, pino({ level: 'silent' }), TEST_WORKER_FOLDERS)
      await use({ pages: await StaticPages.read(DIST), images })
      images.close()
    },
    { scope: 'worker' },
  ],
  // Every journey fails on errors in the console that it has not provoked.
  withoutErrors: [
    async ({ browser }, use) => {
      const end = watchContexts(browser)
      await use(undefined)
      expect(end(), 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ site }, use) => use(site),
  page: async ({ page }, use) => {
    await use(page)
    // When a test ends, a route handler may still delay a request. It would then fail because the page is closed, and stop the whole run.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})
