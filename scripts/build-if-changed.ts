/** Builds `dist/`, unless it was already built from the same sources. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, '.build', 'sources')
const SOURCES = [
  'content',
  'domain',
  'panel',
  'public',
  'site',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
]

const sources = hashOf(SOURCES)
const built =
  existsSync(STAMP) && existsSync(join(ROOT, 'dist', 'index.html')) ? readFileSync(STAMP, 'utf8') : ''
if (built !== sources) {
  const { status } = spawnSync('astro', ['build'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  mkdirSync(join(ROOT, '.build'), { recursive: true })
  writeFileSync(STAMP, sources)
}

/** One hash of the names and bytes of all files below these paths, and of the environment variables of the build. */
function hashOf(paths: string[]): string {
  const { ORIGIN, PUBLIC_CONTACT_ENDPOINT, PUBLIC_MOCK_TOKEN } = process.env
  const hash = createHash('sha256').update(
    JSON.stringify([ORIGIN, PUBLIC_CONTACT_ENDPOINT, PUBLIC_MOCK_TOKEN]),
  )
  for (const path of paths) {
    const full = join(ROOT, path)
    const isFolder = !/\.[a-z]+$/.test(path)
    const files = isFolder
      ? readdirSync(full, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [full]
    for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}
