import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import {
  derivativeOf,
  type FileId,
  type FileStore,
  originalOf,
} from '#server/infrastructure/store/file-store.ts'
import { Incoming, type IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import { openStore } from '#server/infrastructure/store/opening/open-store.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const KEY = 'turbines/1/photos/1-a.jpg'
const ORIGINAL = originalOf(KEY)
const SMALL = derivativeOf(KEY, '320.webp')

let testBucket: TestBucket
beforeAll(async () => {
  testBucket = await TestBucket.start()
})
afterAll(() => testBucket[Symbol.asyncDispose]())

describe.each([
  ['the data folder', () => ({})],
  ['a bucket', () => testBucket.env],
])('the store in %s', (_, envOf) => {
  let dir: string
  let store: FileStore
  let incomingFolder: IncomingFolder
  beforeEach(async () => {
    dir = await temporaryFolder()
    const incoming = await Incoming.open(dir)
    const config = readConfig({ DATA_DIR: dir, MIN_FREE_MB: '0', ...envOf() })
    ;({ store } = await openStore(config, incoming, pino({ level: 'silent' })))
    incomingFolder = await incoming.openFolder()
  })
  afterEach(async () => {
    for await (const file of store.list()) await store.remove([file])
    await rm(dir, { recursive: true })
  })

  /** Writes files into the incoming folder, for `keep`. */
  function finished(...files: FileId[]) {
    return Promise.all(
      files.map(async (file) => {
        const path = incomingFolder.newPath()
        await writeFile(path, `bytes of ${file.name}`)
        return { file, path }
      }),
    )
  }

  async function listed(): Promise<FileId[]> {
    const files: FileId[] = []
    for await (const file of store.list()) files.push(file)
    return files
  }

  async function read(file: FileId): Promise<string | undefined> {
    await using open = await store.open(file)
    const bytes = await open?.readAll()
    return bytes && Buffer.from(bytes).toString()
  }

  it.each([ORIGINAL, SMALL])('reads a file whole, in part and as a hash: %o', async (file) => {
    await store.keep(await finished(file))
    const whole = `bytes of ${file.name}`
    await using open = await store.open(file)
    expect([open?.size, await store.size(file)]).toEqual([whole.length, whole.length])
    expect(await read(file)).toBe(whole)
    expect(String(await open?.read({ start: 9, end: 16 }))).toBe('turbines')
    expect(String(await open?.read({ start: whole.length - 3, end: whole.length + 9 }))).toBe(whole.slice(-3))

    await using again = await store.open(file)
    const part = again?.stream({ start: 9, end: 16 })
    expect(part && (await text(part))).toBe('turbines')

    const pieces: Uint8Array[] = []
    const content = await store.hash(file, async (piece) => pieces.push(Uint8Array.from(piece)))
    expect(content).toEqual({ size: whole.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(String(Buffer.concat(pieces))).toBe(whole)
  })

  it('stores files with any letters in their names', async () => {
    const files = ['çağrı ŞİĞ.jpg', 'a+b%20&c=d?e#f.jpg', "o'neil (1)*!.jpg"].map((name) =>
      originalOf(`turbines/1/photos/${name}`),
    )
    await store.keep(await finished(...files))
    expect(await listed()).toHaveLength(3)
    expect(await listed()).toEqual(expect.arrayContaining(files))
    for (const file of files) expect(await read(file)).toBe(`bytes of ${file.name}`)
    await store.remove(files)
    expect(await listed()).toEqual([])
  })

  it('copies a file to a path of the incoming folder', async () => {
    await store.keep(await finished(ORIGINAL))
    const path = incomingFolder.newPath()
    expect(await store.copyTo(ORIGINAL, path)).toBe(true)
    expect(await readFile(path, 'utf8')).toBe(`bytes of ${KEY}`)
    expect(await store.copyTo(SMALL, incomingFolder.newPath())).toBe(false)
  })

  it('replaces a file that is stored again', async () => {
    await store.keep(await finished(SMALL))
    expect(await read(SMALL)).toBe(`bytes of ${SMALL.name}`)
    const path = incomingFolder.newPath()
    await writeFile(path, 'made again')
    await store.keep([{ file: SMALL, path }])
    expect(await read(SMALL)).toBe('made again')
  })

  it('says that a file is missing', async () => {
    expect(await store.open(ORIGINAL)).toBeUndefined()
    expect(await store.size(ORIGINAL)).toBeUndefined()
    expect(await store.hash(ORIGINAL)).toBe('missing')
    await store.remove([ORIGINAL, SMALL])
  })

  it('keeps none of the files if one of them cannot be stored', async () => {
    const files = await finished(ORIGINAL, SMALL)
    const missing = { file: originalOf('turbines/1/photos/2-b.jpg'), path: join(dir, 'gone') }
    await expect(store.keep([...files, missing])).rejects.toThrow()
    expect(await listed()).toEqual([])
    expect(await read(SMALL)).toBeUndefined()
  })

  it('lists originals and derivatives, and knows when each was written', async () => {
    // A bucket gives whole seconds.
    const begin = Math.floor(Date.now() / 1000) * 1000
    await store.keep(await finished(SMALL, ORIGINAL))
    expect(await listed()).toEqual([ORIGINAL, SMALL])
    const writtenAt = (await store.writtenAt(ORIGINAL))?.getTime()
    expect(writtenAt).toBeGreaterThanOrEqual(begin)
    expect(writtenAt).toBeLessThanOrEqual(Date.now())
    expect(await store.writtenAt(originalOf('turbines/1/photos/2-b.jpg'))).toBeUndefined()
  })

  it('removes files, and only empty folders', async () => {
    const other = originalOf('turbines/11/photos/1-a.jpg')
    await store.keep(await finished(ORIGINAL, SMALL, other))
    await store.remove([SMALL])
    expect(await listed()).toEqual(expect.arrayContaining([ORIGINAL, other]))
    expect(await read(SMALL)).toBeUndefined()
    for (const folder of ['turbines/1', 'turbines/2']) await store.removeEmptyFolders(folder)
    expect(await listed()).toEqual(expect.arrayContaining([ORIGINAL, other]))
    await store.remove([ORIGINAL])
    await store.removeEmptyFolders('turbines/1')
    expect(await listed()).toEqual([other])
    expect(existsSync(join(dir, 'files/turbines/1'))).toBe(false)
  })

  it('removes what is left in the incoming folder when it is closed', async () => {
    await finished(ORIGINAL)
    await incomingFolder[Symbol.asyncDispose]()
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
  })
})
