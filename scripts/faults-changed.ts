import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** The commit at which every fault was tried last, and all tests passed. */
const RECORD = join(ROOT, '.build', 'faults-passed')

/** What writes files and rows, and the tests that make its system calls fail or kill it. */
const TESTED = [
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
]

/**
 * True if what the faults test differs from the last commit at which all of them passed. When none is recorded, it is compared with the place
 * where this branch left `main`, or on `main` with the commit before. Without Git, false.
 */
export function faultsChanged(): boolean {
  const former = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : startOfBranch()
  if (former === undefined) return false
  const differs = git('diff', '--quiet', former, '--', ...TESTED).status !== 0
  return differs || hasNewFiles()
}

/** Records that every fault was tried and all tests passed, unless the commit has other files. */
export function recordFaults(): void {
  const head = git('rev-parse', 'HEAD')
  const isCommitted = git('diff', '--quiet', 'HEAD', '--', ...TESTED).status === 0 && !hasNewFiles()
  if (head.status !== 0 || !isCommitted) return
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, head.text)
}

function startOfBranch(): string | undefined {
  const head = git('rev-parse', 'HEAD').text
  const starts = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch))
  const start = starts.find(({ status, text }) => status === 0 && text !== head)?.text
  if (start !== undefined) return start
  const before = git('rev-parse', '--verify', '--quiet', 'HEAD^')
  return before.status === 0 ? before.text : undefined
}

function hasNewFiles(): boolean {
  return git('ls-files', '--others', '--exclude-standard', '--', ...TESTED).text !== ''
}

function git(...args: string[]): { status: number | null; text: string } {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return { status, text: (stdout ?? '').trim() }
}
