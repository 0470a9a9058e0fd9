import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ContentCopy, question } from './content-copy.ts'

const ROOT = join(import.meta.dirname, '../..')

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

it('`npm run content` prints every fault once, in less than five seconds, and fails', () => {
  using copy = faultyCopy()
  const start = performance.now()
  const run = spawnSync(process.execPath, [join(ROOT, 'scripts/content.ts'), copy.folder], {
    encoding: 'utf8',
  })
  expect(performance.now() - start).toBeLessThan(5000)
  expect(run.status).toBe(1)
  expect(run.stderr.trim().split('\n').sort()).toEqual(EXPECTED_LINES)
})

it('`npm run build` prints the same faults without a stack trace, and fails', () => {
  using copy = faultyCopy()
  for (const name of ['astro.config.mjs', 'node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(ROOT, name), join(copy.root, name))
  const run = spawnSync(process.execPath, [join(ROOT, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: copy.root,
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
  })
  expect(run.status).toBe(1)
  const output = `${run.stdout}${run.stderr}`
  const said = output.split('\n').filter((line) => line.includes('content/'))
  expect(said.map((line) => line.replace(/^.*?\[content\] /, '')).sort()).toEqual(EXPECTED_LINES)
  expect(output).not.toMatch(/^\s+at /m)
})
