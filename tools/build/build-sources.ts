import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBuildEnvironmentOrExit } from '../../site/build-environment.ts'
import { DOCS_PAGES } from '../../site/docs/docs-pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const STAMP = join(ROOT, '.build', 'sources')
const PAGE = join(ROOT, 'dist', 'index.html')

/** The files and folders that `dist/` is built from. */
export const BUILD_SOURCES = [
  'content',
  'domain',
  'panel',
  'public',
  'site',
  ...DOCS_PAGES.map(({ id }) => `docs/${id}.md`),
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** True if `dist/` was built from the sources as they are now. */
export function isBuilt(): boolean {
  return existsSync(STAMP) && existsSync(PAGE) && readFileSync(STAMP, 'utf8') === stampOf(hashOfSources())
}

/** Records that `dist/` was built from these sources. */
export function recordBuild(sources: string): void {
  mkdirSync(join(ROOT, '.build'), { recursive: true })
  writeFileSync(STAMP, stampOf(sources))
}

/** Another build, such as one that was interrupted or had other settings, has written the page at another time. */
function stampOf(sources: string): string {
  return `${sources} ${statSync(PAGE).mtimeMs}`
}

/** One hash of the names and bytes of all sources, and of the environment variables of the build. */
export function hashOfSources(): string {
  const hash = createHash('sha256').update(JSON.stringify(readBuildEnvironmentOrExit().values))
  for (const path of BUILD_SOURCES) {
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
