import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SERVER = join(import.meta.dirname, '../../server')
const ENV = 'core/env.ts'

it('lists the services that other files add where `Services` is defined', () => {
  const added: Record<string, string[]> = {}
  for (const path of globSync('**/*.ts', { cwd: SERVER }).filter((file) => file !== ENV)) {
    const source = readFileSync(join(SERVER, path), 'utf8')
    for (const [, body = ''] of source.matchAll(/^ {2}interface Services \{\n([\s\S]*?)^ {2}\}/gm)) {
      const folder = `${dirname(path)}/`
      const names = [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name)
      added[folder] = [...(added[folder] ?? []), ...names].sort()
    }
  }
  const listed = [...readFileSync(join(SERVER, ENV), 'utf8').matchAll(/^ \* - `([^`]+)`: (.*)$/gm)].map(
    ([, folder, names = '']) => [folder, [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)],
  )
  expect(listed.length).toBeGreaterThan(5)
  expect(Object.fromEntries(listed)).toEqual(added)
})
