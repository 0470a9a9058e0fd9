import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * The files that differ from a commit, with those that Git does not know yet, from the folder of the project. Without a commit, from the
 * place where this branch left `main`; on `main`, from the commit before.
 *
 * @throws if there is no such commit, or no Git
 */
export function changedFiles(commit: string | undefined): string[] {
  const since = git('rev-parse', '--verify', `${commit ?? startOfBranch()}^{commit}`)
  return [
    git('diff', '--name-only', '--no-renames', since, '--'),
    git('ls-files', '--others', '--exclude-standard'),
  ]
    .flatMap((text) => text.split('\n'))
    .filter((name) => name !== '')
}

function startOfBranch(): string {
  const start = git('merge-base', 'HEAD', 'main')
  return start === git('rev-parse', 'HEAD') ? 'HEAD^' : start
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${(stderr ?? '').trim() || 'Git is missing.'}`)
  return stdout.trim()
}
