import { spawnSync } from 'node:child_process'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'

setUpFolder('test')

const NOBODY = { uid: 65534, gid: 65534 }

describe('a server that cannot start', () => {
  const start = (env: Record<string, string>, user: { uid?: number; gid?: number } = {}) =>
    spawnSync(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      ...user,
      env: nodeEnvironment(env),
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

  it.each(['/proc/kanat', '/proc/kanat/data'])(
    'ends with a sentence if it cannot make the folder %s',
    (folder) => {
      const { status, stderr } = start({ DATA_DIR: folder })
      expect(status).toBe(1)
      expect(stderr).toMatch(
        /^Kanat cannot start\. Cannot create the data folder \S+: .*'\/proc\/kanat'\.\n$/,
      )
    },
  )

  it.skipIf(process.getuid?.() !== 0)(
    'names what it may not write, its owner and the command that mends it (skipped unless root runs the tests)',
    async () => {
      const server = await ServerProcess.start(dir)
      await server.end('SIGTERM')
      // As after a restore by root: the folder is right, what is in it is not.
      await chmod(dir, 0o777)
      await chmod(join(dir, 'kanat.db'), 0o600)
      const { status, stderr } = start({ DATA_DIR: dir }, NOBODY)
      expect(status).toBe(1)
      expect(stderr).toMatch(
        /^Kanat cannot start\. .*cannot be read and written by nobody: it belongs to the user with the id 0/,
      )
      expect(stderr).toContain(`chown -R nobody: ${dir}`)
    },
  )

  it.skipIf(process.getuid?.() !== 0)(
    'does not mind what others keep in the data folder (skipped unless root runs the tests)',
    async () => {
      await using server = await ServerProcess.start(dir)
      const other = await temporaryFolder()
      await chown(other, NOBODY.uid, NOBODY.gid)
      await writeFile(join(other, 'kanat.env'), 'PORT=80', { mode: 0o600 })
      // It opens everything before it finds that the port is taken.
      const { stderr } = start(
        { DATA_DIR: other, PORT: new URL(server.origin).port, LOG_LEVEL: 'silent' },
        NOBODY,
      )
      await rm(other, { recursive: true })
      expect(stderr).toContain('the port is taken')
    },
  )

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
