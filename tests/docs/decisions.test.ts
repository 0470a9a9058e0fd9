import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')
const PAGE_WORDS_MAX = 250
/** Of all pages and the index together. */
const ALL_WORDS_MAX = 15_000

const pages = globSync('*/*.md', { cwd: FOLDER })
const read = (page: string) => readFileSync(join(FOLDER, page), 'utf8')
const countWords = (page: string) => read(page).split(/\s+/).filter(Boolean).length

test('the index of the decisions has each page under its subject, with the first line of the page', () => {
  expect(pages.length).toBeGreaterThan(50)
  const lines = pages.map((page) => {
    const [title = ''] = read(page).split('\n')
    return `- [${title.replace(/^# /, '')}](${page})`
  })
  const index = read('README.md').split('\n')
  expect(index.filter((line) => line.startsWith('- ')).sort()).toEqual(lines.sort())
})

test(`a decision has at most ${PAGE_WORDS_MAX} words`, () => {
  const counts = pages.map((page) => [page, countWords(page)] as const)
  expect(counts.filter(([, count]) => count > PAGE_WORDS_MAX)).toEqual([])
})

test(`all decisions together have at most ${ALL_WORDS_MAX} words`, () => {
  const count = ['README.md', ...pages].reduce((sum, page) => sum + countWords(page), 0)
  expect(count).toBeLessThanOrEqual(ALL_WORDS_MAX)
})

test('every link of a decision leads to a page', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#]+\.md)/g)]
      .map(([, link = '']) => join(page, '..', link))
      .filter((path) => !existsSync(join(FOLDER, path)))
      .map((path) => `${page} links to ${path}`),
  )
  expect(broken).toEqual([])
})
