import { defineConfig } from 'vitest/config'
import { temporaryDisk } from './scripts/temporary-disk.ts'
import { testFile } from './scripts/test-file.ts'

/**
 * The tests of the server that run a second time, with the rows in PostgreSQL and the files in a bucket: what the features do with
 * rows and files. The others are about processes or memory, or look into the file of SQLite.
 */
const ON_BOTH = [
  'account-takeover',
  'archive-as-ordered',
  'audit',
  'audit-list',
  'auth',
  'clock-ahead',
  'cloud-answers',
  'clouds-in-bucket',
  'comments',
  'companies',
  'counted-changes',
  'drafts',
  'dossiers',
  'dossier-orders',
  'dossier-verification',
  'email-change',
  'every-call',
  'file-removals',
  'unreadable-files',
  'finding-coco',
  'finding-files',
  'finding-history',
  'finding-import',
  'finding-import-identity',
  'finding-import-links',
  'finding-links',
  'finding-rounding',
  'finding-round-trip',
  'findings',
  'full-installation',
  'fleet-findings',
  'idempotency',
  'installation',
  'jobs',
  'invented-accounts',
  'inspection-report',
  'inspections',
  'lockout',
  'long-photos',
  'long-work',
  'mailed-password',
  'mailed-password-sign-in',
  'media',
  'moved-findings',
  'one-user',
  'named-blades',
  'notices',
  'own-password',
  'panorama-tiles',
  'parallel-uploads',
  'password-comparisons',
  'password-reset',
  'photo-archives',
  'photo-table',
  'photo-upload',
  'photo-upload-refused',
  'photos',
  'possible-steps',
  'publishing',
  'random-requests',
  'cached-lists',
  'kept-report-jobs',
  'lost-types',
  'report-jobs',
  'reused-ids',
  'report-upload',
  'reports',
  'required-reviews',
  'resumable-uploads',
  'revisions',
  'row-groups',
  'older-versions',
  'earlier-findings',
  'moved-finding-counts',
  'many-findings',
  'search-reports',
  'sealed-versions',
  'session-count',
  'session-end',
  'stale-records',
  'sweep',
  'texts',
  'transaction-turns',
  'turbine-deleted-during-upload',
  'turbine-photos',
  'turbines',
  'unchanged-fields',
  'unlooked-reasons',
  'user-changes',
  'overdue',
  'unsolved',
  'unsubscribe',
  'users',
  'valid-when-written',
  'version-reports',
]

/**
 * The tests that run once more on the oldest PostgreSQL that Kanat supports: those of everything that has SQL as text instead of calls of
 * Kysely, and every call once. `TEST_POSTGRES=15` runs all others on it, too.
 */
const ON_POSTGRES_15 = [
  'postgres/both-schemas',
  'postgres/jobs',
  'postgres/move',
  'postgres/move-targets',
  'postgres/moved-jobs',
  'postgres/postgres-database',
  'postgres/upload-locks',
  'server/audit-list',
  'server/every-call',
  'server/finding-history',
  'server/finding-links',
  'server/findings',
  'server/fleet-findings',
  'server/full-installation',
  'server/jobs',
  'server/lockout',
  'server/sweep',
]

/** The tests of a server with its rows in PostgreSQL and its files in a bucket. */
const ON_POSTGRES = {
  env: { TEST_DATABASE: 'postgres', TEST_STORE: 'bucket' },
  globalSetup: 'tests/postgres/global-setup.ts',
}

// Also for the PostgreSQL that the tests share, whose databases are copied hundreds of times. The tests inherit it.
process.env.TMPDIR = temporaryDisk()

export default defineConfig({
  test: {
    // One more than the two cores that the tests are made for, because a test often waits for a timer or a server that starts.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite and disk',
          include: ['tests/{docs,domain,promises,server,site,demo,operator}/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        // The panel keeps state in its modules, and some of its tests have a document.
        test: {
          name: 'panel',
          include: ['tests/panel/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/support/patient-waits.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres and bucket',
          include: [
            'tests/postgres/**/*.test.ts',
            ...ON_BOTH.map((name) => testFile(`tests/server/**/${name}.test.ts`)),
          ],
          isolate: false,
          ...ON_POSTGRES,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres 15',
          include: ON_POSTGRES_15.map((name) => testFile(`tests/${name.replace('/', '/**/')}.test.ts`)),
          isolate: false,
          ...ON_POSTGRES,
          env: { ...ON_POSTGRES.env, TEST_POSTGRES: '15' },
        },
      },
    ],
  },
})
