import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DiskStore } from '#server/store/disk-store.ts'
import { derivativeOf, type FileId, type FileStore, originalOf } from '#server/store/file-store.ts'
import { Incoming, type Intake } from '#server/store/incoming.ts'
import { temporaryFolder } from '../builders.ts'

let dir: string
let store: FileStore
let intake: Intake
beforeEach(async () => {
  dir = await temporaryFolder()
  store = await DiskStore.open(dir)
  intake = await (await Incoming.open(dir)).openIntake()
})
afterEach(() => rm(dir, { recursive: true }))

const KEY = 'turbines/1/photos/1-a.jpg'
const ORIGINAL = originalOf(KEY)
const SMALL = derivativeOf(KEY, '320.webp')

/** Writes files into the intake, for `keep`. */
function finished(...files: FileId[]) {
  return Promise.all(
    files.map(async (file) => {
      const path = intake.newPath()
      await writeFile(path, `bytes of ${file.name}`)
      return { file, path }
    }),
  )
}

async function listed(olderThan?: Date): Promise<FileId[]> {
  const files: FileId[] = []
  for await (const file of store.list(olderThan)) files.push(file)
  return files
}

it('reads a file whole, in part and as a hash', async () => {
  await store.keep(await finished(ORIGINAL))
  await using file = await store.open(ORIGINAL)
  expect(file?.size).toBe(34)
  expect(String(Buffer.from((await file?.readAll()) ?? []))).toBe(`bytes of ${KEY}`)

  await using again = await store.open(ORIGINAL)
  const part = again?.stream({ start: 9, end: 16 })
  expect(part && (await text(part))).toBe('turbines')

  const pieces: Uint8Array[] = []
  const content = await store.hash(ORIGINAL, async (piece) => pieces.push(Uint8Array.from(piece)))
  expect(content).toEqual({ size: 34, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(String(Buffer.concat(pieces))).toBe(`bytes of ${KEY}`)
})

it('says that a file is missing', async () => {
  expect(await store.open(ORIGINAL)).toBeUndefined()
  expect(await store.size(ORIGINAL)).toBeUndefined()
  expect(await store.hash(ORIGINAL)).toBe('missing')
  expect(await store.namesBelow('turbines')).toEqual(new Set())
  await store.remove([ORIGINAL, SMALL])
})

it('keeps none of the files if one of them cannot be moved', async () => {
  const files = await finished(ORIGINAL, SMALL)
  const missing = { file: originalOf('turbines/1/photos/2-b.jpg'), path: join(dir, 'gone') }
  await expect(store.keep([...files, missing])).rejects.toThrow(/ENOENT/)
  expect(await listed()).toEqual([])
})

it('lists originals and derivatives, and with a time only those written before it', async () => {
  await store.keep(await finished(SMALL, ORIGINAL))
  expect(await listed()).toEqual([ORIGINAL, SMALL])
  expect(await listed(new Date(0))).toEqual([])
  expect(await store.namesBelow('turbines/1/photos')).toEqual(new Set(['1-a.jpg', '1-a.jpg.320.webp']))
})

it('removes single files, and everything below a folder', async () => {
  const other = originalOf('turbines/2/photos/1-a.jpg')
  await store.keep(await finished(ORIGINAL, SMALL, other))
  await store.remove([SMALL])
  expect(await listed()).toEqual(expect.arrayContaining([ORIGINAL, other]))
  await store.removeFolder('turbines/1')
  expect(await listed()).toEqual([other])
})

it('removes what is left in the intake when it is closed', async () => {
  await finished(ORIGINAL)
  await intake[Symbol.asyncDispose]()
  expect(await readdir(join(dir, 'incoming'))).toEqual([])
})
