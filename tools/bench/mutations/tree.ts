import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const OWN_FOLDER = 'tools/bench/mutations'

/**
 * Copies what the tests need of a checkout, with this folder in it, into an empty folder. The packages stay where they are.
 *
 * @param checkout its dependencies are installed, and it is built
 */
export function copyTree(checkout: string, folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const path of listed.split('\0')) {
    if (path && existsSync(join(checkout, path))) copy(join(checkout, path), join(folder, path))
  }
  for (const path of ['dist', '.astro', '.build']) {
    if (existsSync(join(checkout, path)))
      cpSync(join(checkout, path), join(folder, path), { recursive: true })
  }
  cpSync(import.meta.dirname, join(folder, OWN_FOLDER), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

/** The files of the rules and of the server by path, with their texts. */
export function readSources(checkout: string): Map<string, string> {
  const paths = globSync('{domain,server}/**/*.ts', { cwd: checkout }).sort()
  return new Map(paths.map((path) => [path, readFileSync(join(checkout, path), 'utf8')]))
}

export function writeSource(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), text)
}
