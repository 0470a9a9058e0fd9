import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { contentInBuild } from '../../site/content-in-build.ts'
import { ContentCopy, question } from '../../tests/support/content/content-copy.ts'
import { nodeEnvironment, ROOT } from '../../tests/support/servers/node-process.ts'

const EXPECTED_LINES = [
  'content/company.json, telephone: there is no field "telephone"; correct its spelling or remove it.',
  'content/company.json, phone: the field is missing; add it.',
  'content/faq/en/new-one.md: the file is missing; write this question in the other language, as in content/faq/tr/new-one.md.',
].sort()

function faultyCopy(): ContentCopy {
  const copy = new ContentCopy()
  copy.change('company.json', '"phone"', '"telephone"')
  copy.write('faq/tr/new-one.md', question(3))
  return copy
}

it('`npm run content` prints every fault once, and fails', () => {
  using copy = faultyCopy()
  const run = spawnSync(process.execPath, [join(ROOT, 'tools/content/content.ts'), copy.folder], {
    encoding: 'utf8',
    env: nodeEnvironment(),
  })
  expect(run.status).toBe(1)
  expect(run.stderr.trim().split('\n').sort()).toEqual(EXPECTED_LINES)
})

it('`npm run build` prints the same faults without a stack trace, and fails', async () => {
  using copy = faultyCopy()
  const lines: string[] = []
  // The process would end here. What is thrown, Astro would print with its stack trace.
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  onTestFinished(() => exit.mockRestore())
  await contentInBuild().hooks['astro:config:setup']?.({
    command: 'build',
    config: { root: pathToFileURL(`${copy.root}/`) },
    logger: { error: (line: string) => lines.push(line) },
  } as never)
  expect(exit.mock.calls).toEqual([[1]])
  expect(lines.sort()).toEqual(EXPECTED_LINES)
  expect(readFileSync(join(ROOT, 'astro.config.mjs'), 'utf8')).toMatch(/^ +contentInBuild\(\),$/m)
})
