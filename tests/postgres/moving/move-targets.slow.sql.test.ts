import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { findForeignName } from '#server/infrastructure/disk/data-folder.ts'
import { putReport, runCommandWith } from '../../server/start/data-folder.ts'
import { fillInstallation } from '../../support/full-installation.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import {
  bucket,
  database,
  dir,
  installation,
  newFolder,
  setUpMove,
  source,
  stack,
  targets,
} from './move-setup.ts'
import { copyOf, rowsOf, runMove } from './moved-installation.ts'

/** Far less than the bucket keeps connections open, and far more than a process needs to end. */
const END_MS = 60_000

setUpMove()

it('moves an installation that was made with PostgreSQL and a bucket', async () => {
  const database = stack.use(await TestDatabase.make())
  const env = { DATABASE_URL: database.url, ...bucket.env }
  const testApp = await TestApp.open(env)
  stack.defer(() => rm(testApp.dir, { recursive: true }))
  await fillInstallation(testApp)
  await testApp.close()
  const folder = join(await newFolder(), 'data')
  const from = { DATA_DIR: testApp.dir, ...env }
  expect(await runMove(from, { database: folder, store: folder })).toMatchObject({ problems: [] })
  expect(await rowsOf({ DATA_DIR: folder })).toEqual(await rowsOf(from))
})

it('lets a command end by itself, although the bucket keeps the connections open', async () => {
  const { STORE_URL: store = '', ...credentials } = bucket.env
  // So many files that some connections would have stayed in use after their request was answered.
  for (let count = 0; count < 150; count += 1)
    await putReport(dir, installation.turbine, Buffer.alloc(200_000, count))
  const places = ['--to-database', database.url, '--to-store', store]
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

describe('a target that is not complete', () => {
  const refused = {
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The move of .* is not complete, so .* cannot be used\. Run it again\.\n$/,
    ),
  }

  it('is refused by verify with one sentence, whether its rows or its files are asked for', async () => {
    bucket.faultOf = ({ method, url }) => (method === 'GET' && url?.includes('/files/') ? 'deny' : undefined)
    await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
    for (const env of [
      { DATABASE_URL: database.url },
      bucket.env,
      { ...bucket.env, DATABASE_URL: database.url },
    ])
      expect(await runCommandWith(env, 'verify', dir)).toEqual(refused)
  })

  it('is refused by verify and backup in a data folder', async () => {
    const folder = join(await newFolder(), 'backup')
    for (const marker of ['unfinished-move-of-rows', 'unfinished-move-of-files']) {
      const copy = stack.use(await copyOf(installation)).dir
      await writeFile(join(copy, marker), 'the rows from here to there')
      expect(await runCommandWith({}, 'verify', copy)).toEqual(refused)
      expect(await runCommandWith({}, 'backup', copy, folder)).toEqual(refused)
    }
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
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

  it('is refused if it is a folder, which stays as it is', async () => {
    for (const name of ['notes.txt', 'photos/a.jpg', 'incoming/a.jpg', 'kanat.db.old']) {
      const folder = await newFolder()
      await mkdir(join(folder, dirname(name)), { recursive: true })
      await writeFile(join(folder, name), 'x')
      const before = await readdir(folder, { recursive: true })
      await expect(runMove(source, { database: folder, store: folder })).rejects.toThrow(
        / has .*, which is not a part of Kanat\. Choose an empty place\.$/,
      )
      expect(await readdir(folder, { recursive: true })).toEqual(before)
    }
    const folder = await newFolder()
    await mkdir(join(folder, 'files', 'turbines'), { recursive: true })
    await writeFile(join(folder, 'files', 'turbines', '.hidden'), 'x')
    const move = runMove(source, { database: folder, store: folder })
    await expect(move).rejects.toThrow(/ already has files\./)
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

  it('is not what systems make in a folder by themselves', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'lost+found'))
    await writeFile(join(folder, '.DS_Store'), 'x')
    expect(await runMove(source, { database: folder, store: folder })).toMatchObject({ problems: [] })
  })

  it('is not what Kanat makes itself', async () => {
    // If this fails, add the new file or folder to `server/infrastructure/disk/data-folder.ts`.
    expect(await findForeignName(dir)).toBeUndefined()
    await using testApp = await TestApp.open({ DATABASE_URL: '' })
    await fillInstallation(testApp)
    expect(await findForeignName(testApp.dir)).toBeUndefined()
  })
})
