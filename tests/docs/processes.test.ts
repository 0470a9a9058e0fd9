import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** They check what a process of Astro or of the operator does, with an environment of their own. */
const OTHERS = ['tests/site/', 'tests/operator/']

test('every process of Node that a test starts reads the compiled modules', () => {
  const starting = globSync('tests/**/*.ts', { cwd: ROOT }).filter((file) =>
    /\bprocess\.execPath\b|\bfork\(|scripts\.start\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(starting.length).toBeGreaterThan(5)
  const without = starting.filter(
    (file) => !readFileSync(join(ROOT, file), 'utf8').includes('nodeEnvironment('),
  )
  expect(without.filter((file) => !OTHERS.some((folder) => file.startsWith(folder)))).toEqual([])
})
