import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { derivativeOf, type FileId, type FileStore } from '#server/infrastructure/store/file-store.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { openStore } from '#server/infrastructure/store/opening/open-store.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'

let bucket: TestBucket
let store: FileStore
setUpFolder('test')
beforeEach(async () => {
  bucket = await TestBucket.start()
  store = await openAgain()
})
afterEach(() => bucket[Symbol.asyncDispose]())

async function openAgain(more: Record<string, string> = {}): Promise<FileStore> {
  const config = readConfig({ DATA_DIR: dir, MIN_FREE_MB: '0', ...bucket.env, ...more })
  return (await openStore(config, await Incoming.open(dir), pino({ level: 'silent' }))).store
}

const picture = (number: number) => derivativeOf(`turbines/1/photos/${number}.jpg`, '320.webp')

async function keep(file: FileId, size = 1000): Promise<void> {
  await using incomingFolder = await (await Incoming.open(dir)).openFolder()
  const path = incomingFolder.newPath()
  await writeFile(path, Buffer.alloc(size, 7))
  await store.keep([{ file, path }])
}

/** Reads a file. @returns its length, and whether the bucket was asked */
async function read(file: FileId): Promise<[length: number | undefined, fromBucket: boolean]> {
  const before = bucket.requests.length
  await using open = await store.open(file)
  const bytes = await open?.readAll()
  return [bytes?.length, bucket.requests.length > before]
}

async function cachedBytes(): Promise<number> {
  let sum = 0
  for (const entry of await readdir(join(dir, 'cache'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size
  }
  return sum
}

it('sends a derivative without asking the bucket, right after the upload and after a restart', async () => {
  await keep(picture(1))
  expect(await read(picture(1))).toEqual([1000, false])
  store = await openAgain()
  expect(await read(picture(1))).toEqual([1000, false])
})

it('copies a derivative at its first use', async () => {
  await bucket.put('derivatives/turbines/1/photos/2.jpg.320.webp', 'from elsewhere')
  expect(await read(picture(2))).toEqual([14, true])
  expect(await read(picture(2))).toEqual([14, false])
})

it('keeps the copies that were used last, within its limit', async () => {
  store = await openAgain({ STORE_CACHE_MB: '1' })
  for (let number = 1; number <= 4; number += 1) await keep(picture(number), 250_000)
  expect(await read(picture(1))).toEqual([250_000, false])
  await keep(picture(5), 250_000)
  expect(await cachedBytes()).toBe(1_000_000)
  expect(await read(picture(1))).toEqual([250_000, false])
  expect(await read(picture(2))).toEqual([250_000, true])
  store = await openAgain({ STORE_CACHE_MB: '1' })
  expect(await cachedBytes()).toBe(1_000_000)
})

it('reads parts of a large file from the bucket until its copy is made', async () => {
  const archive = derivativeOf('turbines/1/photos/1.jpg', 'tiles.zip')
  await keep(archive, 6_000_000)
  await rm(join(dir, 'cache'), { recursive: true })
  store = await openAgain()
  await using first = await store.open(archive)
  expect(await first?.read({ start: 5_999_990, end: 6_000_100 })).toHaveLength(10)
  expect(bucket.requests.filter((one) => one.startsWith('GET derivatives/'))).not.toEqual([])
  await expect.poll(() => read(archive)).toEqual([6_000_000, false])
})

it('has no copy of a file that was removed while the copy was made', async () => {
  await keep(picture(1))
  await rm(join(dir, 'cache'), { recursive: true })
  store = await openAgain()
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<void>()
  bucket.faultOf = ({ method, url }) => {
    if (method !== 'GET' || !url?.includes('320.webp')) return undefined
    begun.resolve()
    return going.promise
  }
  const reading = read(picture(1)).finally(answered.resolve)
  await begun.promise
  // The removal reaches the bucket after the request of the copy has, and both end in the other order.
  await store.remove([picture(1)])
  going.resolve(undefined)
  await answered.promise
  await reading.catch(() => {})
  expect(await cachedBytes()).toBe(0)
  expect(await read(picture(1))).toEqual([undefined, true])
})

it('lists more objects than one answer of the bucket has', async () => {
  const names = Array.from({ length: 1001 }, (_, index) => `turbines/${index}/photos/1.jpg`)
  for (let at = 0; at < names.length; at += 50) {
    await Promise.all(names.slice(at, at + 50).map((name) => bucket.put(`files/${name}`, 'x')))
  }
  const listed: string[] = []
  for await (const { name } of store.list()) listed.push(name)
  expect(listed.sort()).toEqual(names.sort())
})
