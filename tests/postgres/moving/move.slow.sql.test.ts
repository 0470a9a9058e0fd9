import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { startCommandWith } from '../../server/start/data-folder.ts'
import { Client } from '../../support/accounts.ts'
import { jpeg, makeTurbine, readUpload } from '../../support/builders.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import {
  bucket,
  database,
  dir,
  installation,
  setUpMove,
  source,
  stack,
  target,
  targets,
} from './move-setup.ts'
import { copyOf, filesOf, lastIdsOf, rowsOf, runMove } from './moved-installation.ts'

setUpMove()

const puts = () => bucket.requests.filter((one) => /^PUT (files|derivatives)\//.test(one))

describe('rows and files', () => {
  it('are the same at the target, and the source stays as it is; it prints a line for each step', async () => {
    const before = [await rowsOf(source), await filesOf(dir)]
    const { problems, lines } = await runMove(source, targets)
    expect(problems).toEqual([])
    expect(lines).toEqual([
      expect.stringContaining(`Moving the rows from ${dir} to postgres://${new URL(database.url).host}/`),
      expect.stringMatching(/^Files: \d+ copied, 0 already there, \d\.\d MB\.$/),
      expect.stringMatching(/^Verification: \d+ photos and reports, \d\.\d MB, 0 problems\.$/),
      expect.stringMatching(/^Rows: \d+ copied\.$/),
      expect.stringMatching(/^Comparison: all \d+ rows match\.$/),
    ])
    const endpoint = new URL(targets.store).searchParams.get('endpoint')
    expect(lines[0]).toContain(` and the files from ${dir} to s3://${bucket.name} at ${endpoint}`)
    expect(await rowsOf(target)).toEqual(before[0])

    expect([await rowsOf(source), await filesOf(dir)]).toEqual(before)
  })

  it('let users continue at the target with their sessions, which gives no id a second time', async () => {
    await runMove(source, targets)
    await using testApp = await TestApp.open(target)
    const superadmin = new Client(testApp.app, installation.token, installation.cookie)
    const { data } = await readUpload(
      await superadmin.upload(installation.turbine, { 'new.jpg': await jpeg() }),
    )
    const before = lastIdsOf(dir)
    expect(data.map(({ id }) => id)).toEqual([before.photo + 1])
    expect(await makeTurbine(testApp, { company_id: 999 })).toBe(before.turbine + 1)
    // The last turbine was deleted before the move, and ids of deleted records are not given again.
    expect(before.turbine).toBeGreaterThan(installation.turbine + 1)
    const { photos } = await testApp.services.db.read
      .selectFrom('photo_year')
      .select(({ fn }) => fn.sum<number>('photos').as('photos'))
      .executeTakeFirstOrThrow()
    expect(photos).toBe(installation.keys.length + 1)
  })
})

describe('one part only', () => {
  it('moves the rows and leaves the files where they are', async () => {
    await runMove(source, { database: database.url })
    const env = { DATA_DIR: dir, DATABASE_URL: database.url }
    expect(await rowsOf(env)).toEqual(await rowsOf(source))
    await using testApp = await TestApp.open(env, 'disk')
    const [key = ''] = installation.keys
    const photo = await new Client(testApp.app, installation.token, installation.cookie).get(`/media/${key}`)
    expect(photo.status).toBe(200)
  })

  it('moves the files and leaves the rows where they are', async () => {
    await runMove(source, { store: targets.store })
    for (const place of ['files', 'derivatives']) await rm(join(dir, place), { recursive: true })
    await using testApp = await TestApp.open({ DATA_DIR: dir, DATABASE_URL: '', ...bucket.env })
    const superadmin = new Client(testApp.app, installation.token, installation.cookie)
    expect((await superadmin.get(`/media/${installation.keys[0]}`)).status).toBe(200)
  })
})

it('moves the files and later the rows', async () => {
  const rows = await rowsOf(source)
  await runMove(source, { store: targets.store })
  await runMove({ ...source, ...bucket.env }, { database: database.url })
  expect(await rowsOf(target)).toEqual(rows)
  await using testApp = await TestApp.open(target)
  expect(testApp.services.installation.isBound).toBe(true)
})

describe('a move that broke off', () => {
  it('leaves a target on which no server starts, and continues without sending files again', async () => {
    let left = 4
    bucket.faultOf = ({ method, url }) =>
      method === 'PUT' && url?.includes('/turbines/') && left-- <= 0 ? 'deny' : undefined
    await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
    bucket.faultOf = () => undefined
    await expect(TestApp.open(target)).rejects.toThrow(
      /^The move of the rows from .* is not complete, so .* cannot be used\. Run it again\.$/,
    )

    const { lines } = await runMove(source, targets)
    const [, sent, there] = /Files: (\d+) copied, (\d+) already there/.exec(lines[1] ?? '') ?? []
    const files = Object.keys(await filesOf(dir)).filter((name) => !name.startsWith('/partial'))
    expect(Number(sent) + Number(there)).toBe(files.length)
    expect(Number(there)).toBeGreaterThan(0)
    expect(await rowsOf(target)).toEqual(await rowsOf(source))
    await using _ = await TestApp.open(target)
  })

  it('continues after a kill', async () => {
    const reached = Promise.withResolvers<void>()
    let isKilled = false
    bucket.faultOf = ({ method, url }) => {
      if (isKilled || method !== 'GET' || !url?.includes('/files/')) return undefined
      reached.resolve()
      return 'hang'
    }
    const { STORE_URL: _, ...credentials } = bucket.env
    const { child, ended } = startCommandWith(
      credentials,
      'move',
      dir,
      '--to-database',
      targets.database,
      '--to-store',
      targets.store,
      '--confirm',
    )
    // The verification reads the first original: the files are copied.
    await Promise.race([reached.promise, ended])
    child.kill('SIGKILL')
    expect(await ended).toMatchObject({ status: null, stderr: '' })
    isKilled = true
    const sent = puts().length
    expect(await runMove(source, targets)).toMatchObject({ problems: [] })
    expect(puts()).toHaveLength(sent)
    expect(await rowsOf(target)).toEqual(await rowsOf(source))
  })

  it('is not continued from another source, finds wrong bytes in the target, and sends the file again', async () => {
    const [key = ''] = installation.keys
    const { length } = await readFile(join(dir, 'files', key))
    bucket.faultOf = ({ method, url }) => (method === 'GET' && url?.includes('/files/') ? 'deny' : undefined)
    await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
    bucket.faultOf = () => undefined
    const other = { DATA_DIR: stack.use(await copyOf(installation)).dir }
    await expect(runMove(other, targets)).rejects.toThrow(/is not complete\. Run it again, or empty/)

    await bucket.put(`files/${key}`, 'x'.repeat(length))
    await expect(runMove(source, targets)).rejects.toMatchObject({
      cause: new Error(`The target has 1 faults that the source does not have, such as wrong-hash ${key}.`),
    })
    expect(await runMove(source, targets)).toMatchObject({ problems: [] })
  })

  it('replaces the rows that an earlier run has written', async () => {
    let removals = 0
    bucket.faultOf = ({ method, url }) =>
      method === 'DELETE' && url?.includes('unfinished-move') && removals++ === 0 ? 'deny' : undefined
    await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
    expect(await runMove(source, targets)).toMatchObject({ problems: [] })
    expect(await rowsOf(target)).toEqual(await rowsOf(source))
    await using _ = await TestApp.open(target)
  })

  it('takes into account what was deleted in the source before it continues', async () => {
    bucket.faultOf = ({ method, url }) => (method === 'GET' && url?.includes('/files/') ? 'deny' : undefined)
    await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
    bucket.faultOf = () => undefined
    {
      await using testApp = await TestApp.open({ ...source, DATABASE_URL: '' }, 'disk')
      const superadmin = new Client(testApp.app, installation.token, installation.cookie)
      const [key = ''] = installation.keys
      const deletion = `/api/turbines/${installation.turbine}/photos?key=${encodeURIComponent(key)}`
      expect((await superadmin.send('DELETE', deletion)).status).toBe(200)
    }
    // What an earlier run has sent is only named: npm run sweep removes it.
    const { problems } = await runMove(source, targets)
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['stray-file']))
    expect(await rowsOf(target)).toEqual(await rowsOf(source))
  })
})

describe('is refused with a sentence', () => {
  it('while a server uses the source', async () => {
    const unlock = await lockDataFolder(dir)
    await expect(runMove(source, targets)).rejects.toThrow(`Another server uses ${dir}.`)
    unlock()
  })

  it('if the target is not empty', async () => {
    await bucket.put('files/turbines/9/photos/a.jpg', 'x')
    await expect(runMove(source, targets)).rejects.toThrow(/^s3:\/\/kanat-.* at .* already has files\./)
    await using used = await TestDatabase.make()
    await runMove(source, { database: used.url })
    await expect(runMove(source, { database: used.url })).rejects.toThrow(/ already has a database\./)
  })

  it('if what shall move is there already, or the target has a wrong address', async () => {
    await expect(runMove(target, { database: database.url })).rejects.toThrow(
      /rows are in PostgreSQL already/,
    )
    await expect(runMove(target, { store: targets.store })).rejects.toThrow(/files are in a bucket already/)
    await expect(runMove(source, { database: 'mysql://host/name' })).rejects.toThrow(
      /^The target is wrong\. DATABASE_URL: /,
    )
  })

  it('without a database, and makes nothing', async () => {
    const folder = join(dir, 'other')
    await expect(runMove({ DATA_DIR: folder }, targets)).rejects.toThrow(/^The database .* does not exist/)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('without a target', async () => {
    const { status, stderr } = await startCommandWith({}, 'move', dir).ended
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^npm run move -- --to-database postgres:/)])
  })

  it('without a confirmation that there is a backup', async () => {
    const { status, stderr } = await startCommandWith({}, 'move', dir, '--to-database', database.url).ended
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run backup -- FOLDER')])
  })
})

it('moves an installation with damage, and lists the damage', async () => {
  const [first = '', second = ''] = installation.keys
  await rm(join(dir, 'files', first))
  await rm(join(dir, 'derivatives', `${second}.1280.jpg`))
  const { problems } = await runMove(source, targets)
  // Files are verified several at a time, in no order.
  expect(new Set(problems)).toEqual(
    new Set([
      { kind: 'missing-file', subject: originalOf(first).name },
      { kind: 'missing-derivative', subject: derivativeOf(second, '1280.jpg').name },
    ]),
  )
  await using _ = await TestApp.open(target)
})
