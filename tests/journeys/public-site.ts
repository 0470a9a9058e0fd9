import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { ServerProcess } from '../server-process.ts'

/** For tests of the public pages. They share one server, because they do not change its data. */
export const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'kanat-site-'))
      await using server = await ServerProcess.start(dir)
      await use(server.origin)
      await server.end('SIGTERM')
      await rm(dir, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site),
})
