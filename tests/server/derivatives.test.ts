import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ImageWorkshop } from '#server/photos/derivatives.ts'
import { jpeg, temporaryFolder } from '../builders.ts'

const ROOT = join(import.meta.dirname, '../..')

it('does not call a picture damaged that it could not read', async () => {
  const images = new ImageWorkshop(1_000_000)
  await expect(images.decode('/nowhere/a.jpg')).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(images.decode(ROOT)).rejects.toMatchObject({ code: 'EISDIR' })
})

it('does not call a picture damaged while the process may open no more files', async () => {
  const dir = await temporaryFolder()
  const path = join(dir, 'a.jpg')
  await writeFile(path, await jpeg())
  const script = `
    import { openSync } from 'node:fs'
    import { ImageWorkshop } from './server/photos/derivatives.ts'
    const images = new ImageWorkshop(1_000_000)
    const path = process.argv[1]
    const codeOf = () => images.decode(path).then(() => 'decoded', ({ code }) => code)
    const before = await codeOf()
    try { for (;;) openSync(path) } catch {}
    process.stdout.write([before, await codeOf()].join())`
  const node = [
    'ulimit -n 64 && exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
    path,
  ]
  expect(execFileSync('sh', ['-c', ...node], { cwd: ROOT, encoding: 'utf8' })).toBe('decoded,EMFILE')
  await rm(dir, { recursive: true })
})
