import { defineConfig } from 'vitest/config'
import './tests/support/run/own-node.ts'
import { temporaryDisk } from './tests/support/run/temporary-disk.ts'

// The name of a file says where it runs (CONTRIBUTING.md):
//   name.test.ts        in `npm test`
//   name.slow.test.ts   only in `npm run test:all`
//   name.sql.test.ts    also on PostgreSQL
//   name.store.test.ts  also on PostgreSQL with the files in a bucket, which only `npm run test:all` does
const ALL = 'test.{ts,tsx}'
const SQL = 'tests/{server,postgres}/**/*.sql.test.ts'

/** The gate leaves out what is slow. A file that is named on the command line runs as it is. */
const slow = process.env.TEST_SUITE === 'gate' ? ['**/*.slow.*'] : []

/** The tests of a server with its rows in PostgreSQL. */
const onPostgres = (env: Record<string, string>) => ({
  env: { TEST_DATABASE: 'postgres', ...env },
  globalSetup: 'tests/postgres/global-setup.ts',
})

// Also for the PostgreSQL that the tests share, whose databases are copied hundreds of times. The tests inherit it.
process.env.TMPDIR = temporaryDisk()

export default defineConfig({
  test: {
    // One more than the two cores that the tests are made for, because a test often waits for a timer or a server that starts.
    maxWorkers: 3,
    setupFiles: ['tests/support/time/patient-waits.ts', 'tests/support/run/time-test-file.ts'],
    isolate: false,
    // V8 ends a process in which threads make and free code (`Check failed: jit_page.has_value()`), once in some thousand test files.
    execArgv: ['--no-memory-protection-keys'],
    // What does not end. A limit is not what a test asserts: a busy machine may be ten times as slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite and disk',
          include: [`{tests/{docs,domain,promises,server,site,operator},tools}/**/*.${ALL}`],
          exclude: slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'panel',
          include: [`tests/panel/**/*.${ALL}`],
          exclude: slow,
          environment: 'happy-dom',
          setupFiles: ['tests/panel/clean-panel.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres 15',
          include: [SQL],
          exclude: slow,
          ...onPostgres({ TEST_POSTGRES: '15' }),
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres and bucket',
          include: ['{tests/server,tools}/**/*.{sql,store}.test.ts', `tests/postgres/**/*.${ALL}`],
          ...onPostgres({ TEST_STORE: 'bucket' }),
        },
      },
    ],
  },
})
