import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WorkerProcess } from '#server/infrastructure/images/worker-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const WRITER = join(import.meta.dirname, '../../support/programs/probing-writer.ts')

/** The native code of SQLite, which nothing in a worker has loaded yet. */
const ADDON = join(createRequire(import.meta.url).resolve('better-sqlite3/package.json'), '../prebuilds')

it('lets the code of a worker read neither database nor secrets, write only to its folder, and start no program, thread or native code', async () => {
  const data = await temporaryFolder()
  for (const folder of ['files', 'incoming', 'secrets']) await mkdir(join(data, folder))
  const [photo, database, secret, description, addon] = [
    'files/a.jpg',
    'kanat.db',
    'secrets/signing-key.pem',
    'incoming/attempts.json',
    'incoming/addon.node',
  ].map((name) => join(data, name)) as [string, string, string, string, string]
  for (const file of [photo, database, secret]) await writeFile(file, 'x')
  await copyFile(join(ADDON, `${process.platform}-${process.arch}.node`), addon)
  const attempts = [
    ['read', photo],
    ['write', join(data, 'incoming/b.jpg')],
    ['read', database],
    ['read', secret],
    ['read', join(data, 'token-secret')],
    ['read', '/proc/self/environ'],
    ['read', '/etc/passwd'],
    ['write', photo],
    ['write', database],
    ['write', join(data, 'c')],
    ['run', '/bin/sh'],
    ['open with SQLite', join(data, 'd.db')],
    ['start a thread that may use', secret],
    ['load', addon],
  ]
  await writeFile(description, JSON.stringify(attempts))
  // Its own code is outside of the server's.
  const folders = { read: [join(data, 'files'), join(WRITER, '..')], write: [join(data, 'incoming')] }
  const worker = await WorkerProcess.start(2 ** 30, 'normal', folders)
  const answer = worker.run({ task: 'write report', writer: WRITER, description, path: '' }, 10_000)
  await expect(answer).rejects.toThrow(JSON.stringify(attempts.slice(0, 2)))
  worker.end('the test ends')
  await rm(data, { recursive: true })
})
