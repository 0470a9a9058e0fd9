import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const TOPS = '{content,deploy,docs,domain,panel,public,server,site,tests,tools}'
/** More files than this are a list and no folder: its files belong into folders by subject. */
const MAX_FILES = 25
/** A longer file is two things. */
const MAX_LINES = 300
/** Each change of the tables adds a file here, in the order of their numbers. */
const MIGRATIONS = /^server\/infrastructure\/database\/migrations\//

const files = globSync(`${TOPS}/**/*`, { cwd: ROOT, exclude: (name) => name === 'node_modules' }).filter(
  (file) => !statSync(join(ROOT, file)).isDirectory(),
)

test(`no folder has more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const file of files.filter((name) => !MIGRATIONS.test(name)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(50)
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([])
})

test(`no file of code has more than ${MAX_LINES} lines`, () => {
  const code = files.filter((file) => /\.(tsx?|mjs|cjs|astro|css)$/.test(file))
  expect(code.length).toBeGreaterThan(500)
  const long = code
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > MAX_LINES)
  expect(long).toEqual([])
})
