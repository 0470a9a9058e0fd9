import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')

test('the index of the decisions has each page under its subject, with the first line of the page', () => {
  const pages = globSync('*/*.md', { cwd: FOLDER })
  expect(pages.length).toBeGreaterThan(50)
  const lines = pages.map((page) => {
    const [title = ''] = readFileSync(join(FOLDER, page), 'utf8').split('\n')
    return `- [${title.replace(/^# /, '')}](${page})`
  })
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8').split('\n')
  expect(index.filter((line) => line.startsWith('- ')).sort()).toEqual(lines.sort())
})
