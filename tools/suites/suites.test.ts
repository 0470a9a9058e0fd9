import { globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { GATE_PROJECTS, suitesOf } from './suites.ts'
import { testFile } from './test-file.ts'

const ROOT = join(import.meta.dirname, '../..')
/** `name`, what it is marked by, and what runs it. */
const NAME = /^[a-z0-9-]+(?:\.slow)?(?:\.sql|\.store)?\.test\.tsx?$|^[a-z0-9-]+\.spec\.ts$/

const files = globSync('{tests,tools}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
const projects = config.test?.projects as { test: { name: string; include: string[] } }[]

it('has every test file in a suite', () => {
  const includes = [...projects.flatMap(({ test }) => test.include), 'tests/journeys/**/*.spec.ts']
  const isRun = (file: string) => includes.some((pattern) => matchesGlob(file, pattern))
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((file) => !isRun(file))).toEqual([])
})

it('knows every mark in the name of a test file', () => {
  expect(files.filter((file) => !NAME.test(file.slice(file.lastIndexOf('/') + 1)))).toEqual([])
})

it('has the projects of the gate', () => {
  expect(projects.map(({ test }) => test.name)).toEqual(expect.arrayContaining(GATE_PROJECTS))
})

it('finds a test file by a pattern', () => {
  expect(testFile('tools/suites/suites{,.*}.test.ts')).toBe('tools/suites/suites.test.ts')
})

it('runs the files that are marked for PostgreSQL there', () => {
  const onPostgres = projects.at(-1)?.test.include ?? []
  const marked = files.filter((file) => /\.(?:sql|store)\./.test(file))
  expect(marked.length).toBeGreaterThan(90)
  expect(marked.filter((file) => !onPostgres.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
})

it.each([
  ['server/infrastructure/database/sqlite/migrate.ts', ['slow', 'bucket', 'faults', 'journeys']],
  ['deploy/nginx.conf', ['slow', 'bucket']],
  ['panel/ui/icon.tsx', ['slow', 'journeys']],
  ['tests/journeys/site/faq.spec.ts', ['slow', 'journeys']],
  ['vitest.config.ts', ['slow', 'bucket', 'faults', 'journeys']],
  ['README.md', ['slow']],
  ['docs/glossary.md', []],
])('knows what a change of %s calls for', (file, suites) => {
  expect([...suitesOf([file])]).toEqual(suites)
})
