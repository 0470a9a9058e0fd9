import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/test-app.ts'
import { copyProject } from './project-copy.ts'

const ROOT = join(import.meta.dirname, '../..')

it('a build counts only while dist/ is what it has written', async () => {
  const folder = join(await temporaryFolder(), 'project')
  copyProject(folder)
  cpSync(join(ROOT, 'tools/build/build-sources.ts'), join(folder, 'tools/build/build-sources.ts'))
  const page = join(folder, 'dist/index.html')
  const run = (code: string, env = {}) => {
    const script = `import * as build from './tools/build/build-sources.ts'\nconsole.log(${code})`
    const options = { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } } as const
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim()
  }
  mkdirSync(join(folder, 'dist'))
  writeFileSync(page, 'first')
  expect(run('build.isBuilt()')).toBe('false')
  run('build.recordBuild(build.hashOfSources())')
  expect(run('build.isBuilt()')).toBe('true')
  expect(run('build.isBuilt()', { ORIGIN: 'https://kanat.example' })).toBe('false')

  // As `npm run build` with other settings, which records nothing.
  writeFileSync(page, 'other')
  expect(run('build.isBuilt()')).toBe('false')
  run('build.recordBuild(build.hashOfSources())')
  rmSync(page)
  expect(run('build.isBuilt()')).toBe('false')
  await rm(folder, { recursive: true })
})
