import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { putReport, runCommandWith } from '../../server/start/data-folder.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { bucket, database, dir, installation, setUpMove, source, targets } from './move-setup.ts'
import { runMove } from './moved-installation.ts'

/** Far less than the bucket keeps connections open, and far more than a process needs to end. */
const END_MS = 60_000

setUpMove()

it('lets a command end by itself, although the bucket keeps the connections open', async () => {
  const { STORE_URL: store = '', ...credentials } = bucket.env
  // So many files that some connections would have stayed in use after their request was answered.
  for (let count = 0; count < 150; count += 1)
    await putReport(dir, installation.turbine, Buffer.alloc(200_000, count))
  const places = ['--to-database', database.url, '--to-store', store, '--confirm']
  expect(await endOf(['move', ...places], credentials)).toMatch(/The target is complete\./)
  const env = { ...bucket.env, DATABASE_URL: database.url }
  expect(await endOf(['verify'], env)).toMatch(/ is complete: /)
  const name = ['--email', 'new@kanat.example', '--first-name', 'Ada', '--last-name', 'Yel']
  expect(await endOf(['user', 'add', ...name, '--role', 'viewer'], env)).toMatch(/ was created\./)
})

/** Runs a command, which gets a password as its input. @returns its output, when the process has ended in time */
async function endOf([command, ...args]: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [`server/commands/${command}-command.ts`, ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: nodeEnvironment({ DATA_DIR: dir, ...env }),
  })
  child.stdin.end('rüzgâr-12-rüzgâr\n')
  const exit = once(child, 'exit')
  let output = ''
  // The last line is the last thing that a command does.
  for await (const piece of child.stdout.setEncoding('utf8')) {
    output += piece
    if (/ complete|created/.test(output)) break
  }
  const timeout = AbortSignal.timeout(END_MS)
  timeout.onabort = () => child.kill('SIGKILL')
  const [code] = await exit
  expect([command, code]).toEqual([command, 0])
  return output
}

it('verify refuses a bucket whose files are not complete with one sentence', async () => {
  bucket.faultOf = ({ method, url }) => (method === 'GET' && url?.includes('/files/') ? 'deny' : undefined)
  await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
  expect(await runCommandWith(bucket.env, 'verify', dir)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The move of .* is not complete, so .* cannot be used\. Run it again\.\n$/,
    ),
  })
})

describe('a place with something of others', () => {
  it('is refused if it is a bucket, wherever the object is', async () => {
    for (const key of ['notes.txt', 'turbines/1/photos/a.jpg', 'files/.hidden', 'partial/1/0-a']) {
      await using used = await TestBucket.start()
      await used.put(key, 'x')
      const move = runMove(source, { store: used.env.STORE_URL })
      await expect(move).rejects.toThrow(/^s3:\/\/kanat-.* already has files\. Choose an empty place\.$/)
      expect(used.requests.filter((request) => !/^(GET|HEAD) /.test(request))).toEqual([])
    }
  })

  it('is refused if it is a database', async () => {
    for (const made of [
      'create view mine as select 1',
      'create schema mine; create table mine.rows (id int)',
    ]) {
      await using database = await TestDatabase.makeWithoutTables()
      const client = new Client({ connectionString: database.url })
      await client.connect()
      await client.query(made)
      await client.end()
      await expect(runMove(source, { database: database.url })).rejects.toThrow(/ already has a database\./)
    }
  })
})
