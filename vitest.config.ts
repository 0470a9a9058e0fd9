import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/{docs,domain,server,panel,site,demo}/**/*.test.{ts,tsx}'],
    // Several of the tests keep a core busy with pictures of their own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
