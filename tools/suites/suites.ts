/**
 * What `npm run test:all` runs beyond `npm test`, and the paths of the product whose change calls for it: `npm run test:changed` compares
 * them. What all tests use, such as the lock file, calls for everything (`EVERYTHING`).
 */
const SUITES = {
  /** The files `*.slow.*`. */
  slow: [
    '.env.example',
    'README.md',
    'content',
    'deploy',
    'docs/api.md',
    'docs/editors.md',
    'docs/operations.md',
    'domain',
    'panel',
    'server',
    'site',
    'tests',
    'tools',
  ],
  /** `*.sql.*` and `*.store.*` on the newest PostgreSQL, with the files in a bucket, and all of `tests/postgres`. */
  bucket: ['deploy', 'domain', 'server', 'tests/postgres', 'tests/server', 'tools/content'],
  /** Every system call fails once, and not a sample of them. */
  faults: [
    'server/commands',
    'server/core/access',
    'server/core/uploads',
    'server/features/backup',
    'server/features/stored-files',
    'server/infrastructure/database',
    'server/infrastructure/disk',
    'server/infrastructure/mail',
    'server/infrastructure/store',
    'server/main.ts',
    'server/start',
    'tests/server/faults',
  ],
  /** The journeys without `@core`. */
  journeys: ['content', 'domain', 'panel', 'public', 'server', 'site', 'tests/journeys'],
}

/** The projects of `vitest.config.ts` that the gate runs. */
export const GATE_PROJECTS = ['sqlite and disk', 'panel', 'postgres 15']

export type Suite = keyof typeof SUITES
export const ALL_SUITES = new Set(Object.keys(SUITES) as Suite[])

const EVERYTHING = [
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'tests/support',
  'tools/install.mjs',
  'tools/suites',
  'vitest.config.ts',
]

/** The suites that a change of these files calls for. */
export function suitesOf(changed: string[]): Set<Suite> {
  const touches = (paths: string[]) =>
    changed.some((file) => paths.some((path) => file === path || file.startsWith(`${path}/`)))
  if (touches(EVERYTHING)) return ALL_SUITES
  return new Set([...ALL_SUITES].filter((suite) => touches(SUITES[suite])))
}
