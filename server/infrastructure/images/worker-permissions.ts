import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of files for a worker. */
export interface WorkerFolders {
  read: readonly string[]
  write: readonly string[]
}

const ROOT = join(import.meta.dirname, '../../..')
/** The code of a worker, and what it imports. Not the whole project, which may have `.env` and the data folder. */
const CODE = ['server', 'domain', 'content', 'node_modules'].map((name) =>
  join(realpathSync(join(ROOT, name)), '*'),
)

/**
 * The Node options by which a worker's JavaScript reads only code and these folders, writes only there, and starts no program. So code that
 * a file makes it run cannot read the database or the secrets. Native code (libvips) is not held by them: see `docs/operations.md`.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export function permissionOptions({ read, write }: WorkerFolders): string[] {
  const contents = (folders: readonly string[]) => folders.map((folder) => join(folder, '*'))
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    // SQLite opens files without asking for permission.
    '--no-experimental-sqlite',
    '--disable-warning=SecurityWarning',
    ...[...CODE, join(ROOT, 'package.json'), ...contents([...read, ...write])].map(
      (path) => `--allow-fs-read=${path}`,
    ),
    ...[...contents(write), '/proc/self/oom_score_adj'].map((path) => `--allow-fs-write=${path}`),
  ]
}

/**
 * Takes from this process what it needs only at its start: to load native code (sharp) and to start a thread (`worker-watch.ts`). With
 * either of them, JavaScript could leave its permissions: a thread chooses its own.
 */
export function dropStartPermissions(): void {
  // Undefined without `--permission`. The types of Node do not have `drop` yet.
  const { permission } = process as unknown as { permission?: { drop(scope: string): void } }
  for (const scope of ['addon', 'worker']) permission?.drop(scope)
}
