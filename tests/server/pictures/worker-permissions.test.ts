import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WorkerProcess } from '#server/infrastructure/images/worker-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const PROGRAM = join(import.meta.dirname, '../../support/programs/probing-worker.ts')

it('lets the code of a worker read neither database nor secrets, write only to its folder, and start no program', async () => {
  const data = await temporaryFolder()
  for (const folder of ['files', 'incoming', 'secrets']) await mkdir(join(data, folder))
  const [photo, database, secret] = ['files/a.jpg', 'kanat.db', 'secrets/signing-key.pem'].map((name) =>
    join(data, name),
  ) as [string, string, string]
  for (const file of [photo, database, secret]) await writeFile(file, 'x')
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
  ]
  // Its own code is outside of the server's.
  const folders = { read: [join(data, 'files'), join(PROGRAM, '..')], write: [join(data, 'incoming')] }
  const worker = await WorkerProcess.start(2 ** 30, 'normal', folders, PROGRAM)
  const answer = worker.run({ task: 'read metadata', path: JSON.stringify(attempts) }, 10_000)
  await expect(answer).rejects.toThrow(JSON.stringify(attempts.slice(0, 2)))
  worker.end('the test ends')
  await rm(data, { recursive: true })
})
