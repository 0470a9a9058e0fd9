import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerProcess } from '../server-process.ts'
import { temporaryFolder } from '../test-app.ts'
import { dir } from './process-setup.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('a server that cannot start', () => {
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })

  it('prints one line for each invalid setting, and exits with 1', () => {
    const { status, stderr } = start({ DATA_DIR: dir, PORT: 'eighty', ORIGIN: 'kanat', MAX_FILE_MB: '0' })
    expect(status).toBe(1)
    expect(stderr.split('\n').filter(Boolean)).toEqual([
      'Kanat cannot start with this configuration.',
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^ORIGIN: /),
      expect.stringMatching(/^MAX_FILE_MB: /),
    ])
  })

  it('prints that the port is in use, and exits with 1', async () => {
    await using server = await ServerProcess.start(dir)
    const other = await temporaryFolder()
    const { status, stderr } = start({
      DATA_DIR: other,
      PORT: new URL(server.origin).port,
      LOG_LEVEL: 'silent',
    })
    await rm(other, { recursive: true })
    expect([status, stderr]).toEqual([1, 'Kanat cannot start: the port is taken. Set PORT to another one.\n'])
  })
})
