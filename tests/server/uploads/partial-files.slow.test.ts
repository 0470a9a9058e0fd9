import { readFile, rm } from 'node:fs/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { Bucket } from '#server/infrastructure/store/bucket/bucket.ts'
import { Incoming, type IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import { openStore } from '#server/infrastructure/store/opening/open-store.ts'
import type { PartialFiles } from '#server/infrastructure/store/partial-files.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { growth } from '../../support/time/growth.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await TestBucket.start()
})
afterAll(() => bucket[Symbol.asyncDispose]())

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** The partial files as a process with its own data folder has them. */
async function open(
  env: Record<string, string>,
): Promise<{ files: PartialFiles; incomingFolder: IncomingFolder }> {
  const dir = await temporaryFolder()
  folders.push(dir)
  const incoming = await Incoming.open(dir)
  const config = readConfig({ DATA_DIR: dir, MIN_FREE_MB: '0', ...env })
  const { partialFiles } = await openStore(config, incoming, pino({ level: 'silent' }))
  return { files: partialFiles, incomingFolder: await incoming.openFolder() }
}

async function* chunksOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function content(
  id: string,
  { files, incomingFolder }: Awaited<ReturnType<typeof open>>,
): Promise<string> {
  const path = incomingFolder.newPath()
  await files.copyTo(id, path)
  return readFile(path, 'utf8')
}

describe.each([
  ['the data folder', () => ({})],
  ['a bucket', () => bucket.env],
])('partial files in %s', (_, envOf) => {
  let process: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    process = await open(envOf())
  })
  afterEach(async () => process.files.remove(await process.files.list()))

  it('are written part by part, also over bytes that were written before', async () => {
    const { files } = process
    expect(await files.size('one')).toBe(0)
    expect(await files.write('one', 0, chunksOf('tur', 'bines'))).toEqual({ end: 8 })
    expect(await files.size('one')).toBe(8)
    expect(await files.write('one', 3, chunksOf('bines of a farm'))).toEqual({ end: 18 })
    expect(await content('one', process)).toBe('turbines of a farm')
  })

  it('have the bytes before a part broke off', async () => {
    const failure = new Error('broken off')
    async function* broken() {
      yield Buffer.from('tur')
      throw failure
    }
    expect(await process.files.write('one', 0, broken())).toEqual({ end: 3, failure })
    expect(await process.files.write('one', 3, chunksOf('bine'))).toEqual({ end: 7 })
    expect(await content('one', process)).toBe('turbine')
  })

  it('are listed and removed by their ids', async () => {
    const { files } = process
    await files.write('one', 0, chunksOf('a'))
    await files.write('two', 0, chunksOf('b'))
    expect((await files.list()).sort()).toEqual(['one', 'two'])
    await files.remove(['one', 'unknown'])
    expect(await files.list()).toEqual(['two'])
    expect(await files.size('one')).toBe(0)
  })
})

it('continue at another process if they are in a bucket, also after both have written the same bytes', async () => {
  const [first, second] = [await open(bucket.env), await open(bucket.env)]
  await first.files.write('one', 0, chunksOf('blade '))
  expect(await second.files.size('one')).toBe(6)
  await Promise.all([
    first.files.write('one', 6, chunksOf('inspec')),
    second.files.write('one', 6, chunksOf('inspection')),
  ])
  expect(await content('one', second)).toBe('blade inspection')
})

it('finds the parts of one upload in a bucket in a time that grows with their number', async () => {
  const { files } = await open(bucket.env)
  const find = async (count: number) => {
    const list = vi.spyOn(Bucket.prototype, 'list').mockImplementation(async function* () {
      for (let index = 0; index < count; index += 1)
        yield { key: `partial/many/${index * 7}-${index}`, size: 8, writtenAt: new Date() }
    })
    expect(await files.size('many')).toBe(count * 7 + 1)
    list.mockRestore()
  }
  expect(await growth(find, 4000)).toBeLessThan(3)
})
