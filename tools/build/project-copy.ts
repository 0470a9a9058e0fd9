import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BUILD_SOURCES } from './build-sources.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Copies what the pages are built from into a new folder; the packages are those of this project. */
export function copyProject(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of BUILD_SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Copies the pictures that the last build has made, so that the next one takes half of the time. */
export function copyMadePictures(folder: string): void {
  const made = join('.build', 'astro', 'assets')
  if (existsSync(join(ROOT, made))) cpSync(join(ROOT, made), join(folder, made), { recursive: true })
}

/** Time for one build on a busy machine, in milliseconds. */
export const BUILD_TIME_MS = 8 * 60 * 1000

/** Builds the pages of a project. @throws Error with the output if the build fails */
export async function buildProject(
  folder: string,
  options: { uid?: number; gid?: number; env?: Record<string, string> } = {},
): Promise<void> {
  const { env, ...user } = options
  await promisify(execFile)(process.execPath, [join(folder, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: folder,
    ...user,
    env: { PATH: process.env.PATH ?? '', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
  })
}

/** The hash of each file below a folder, by its path. */
export function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [
        file.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]),
  )
}
