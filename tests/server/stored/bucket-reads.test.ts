/** Answers of the bucket that end before they are complete. */
import { writeFile } from 'node:fs/promises'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { type FileStore, originalOf } from '#server/infrastructure/store/file-store.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { openStore } from '#server/infrastructure/store/opening/open-store.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'

const PHOTO = originalOf('turbines/1/photos/1.jpg')

let bucket: TestBucket
let store: FileStore
setUpFolder('test')
beforeEach(async () => {
  bucket = await TestBucket.start()
  const incoming = await Incoming.open(dir)
  const config = readConfig({ DATA_DIR: dir, MIN_FREE_MB: '0', ...bucket.env })
  ;({ store } = await openStore(config, incoming, pino({ level: 'silent' })))
  const path = (await incoming.openFolder()).newPath()
  await writeFile(path, 'the bytes of a photo')
  await store.keep([{ file: PHOTO, path }])
})
afterEach(() => bucket[Symbol.asyncDispose]())

/** The ranges that the bucket is asked for, when the first `cuts` answers end early. */
async function rangesOf(cuts: number, read: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const ranges: (string | undefined)[] = []
  bucket.faultOf = ({ method, headers }) => {
    if (method !== 'GET') return undefined
    ranges.push(headers.range)
    return ranges.length <= cuts ? 'cut' : undefined
  }
  await read()
  return ranges
}

it('goes on where an answer ends early', async () => {
  await using open = await store.open(PHOTO)
  const ranges = await rangesOf(3, async () => {
    expect(String(Buffer.from((await open?.readAll()) ?? []))).toBe('the bytes of a photo')
  })
  expect(ranges).toEqual(['bytes=0-19', 'bytes=10-19', 'bytes=15-19', 'bytes=17-19'])
})

it('says that the bucket does not answer, after it has asked three times for the rest', async () => {
  await using open = await store.open(PHOTO)
  const ranges = await rangesOf(Number.POSITIVE_INFINITY, async () => {
    await expect(open?.readAll()).rejects.toMatchObject({ code: 'store_unavailable' })
  })
  expect(ranges).toHaveLength(4)
})
