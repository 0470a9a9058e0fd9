/** Work for a request ends when the request has failed, or when its client has gone. */
import pino from 'pino'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { pagesOfFindings } from '#server/features/findings/files/finding-pages.ts'
import { type ArchiveFile, checkFiles, openFile } from '#server/features/photos/archive/archive-content.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import type { Content, FileStore } from '#server/infrastructure/store/file-store.ts'
import type { WorkOrder } from '#server/infrastructure/work-order.ts'
import { company, setUpTurbine, testApp } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'

setUpTurbine()

const log = pino({ level: 'silent' })
const photos = Array.from({ length: 1000 }, (_, id) => ({ id, key: `k${id}`, size: 1 }) as Photo)

/** A store that counts what is asked of it. */
function storeWith(size: (asked: number) => Promise<number>) {
  let asked = 0
  const store = { size: () => size(++asked) } as unknown as FileStore
  return { store, asked: () => asked }
}

it('looks for no further photo of an archive after the bucket has failed', async () => {
  const { store, asked } = storeWith(async () => {
    throw new ApiError('store_unavailable')
  })
  const { signal } = new AbortController()
  await expect(checkFiles({ store, log }, photos, signal)).rejects.toThrow('store_unavailable')
  expect(asked()).toBeLessThanOrEqual(16)
})

it('looks for no further photo of an archive when the client has gone', async () => {
  const gone = new AbortController()
  const { store, asked } = storeWith(async (time) => {
    if (time === 100) gone.abort()
    return 1
  })
  await expect(checkFiles({ store, log }, photos, gone.signal)).rejects.toThrow(ApiError)
  expect(asked()).toBeLessThanOrEqual(116)
})

it('reads no further piece of a photo when nobody reads the ZIP any more', async () => {
  const gone = new AbortController()
  let pieces = 0
  const hash: FileStore['hash'] = async (_, onPiece): Promise<Content> => {
    for (; pieces < 1000; pieces += 1) {
      if (pieces === 10) gone.abort()
      await onPiece?.(new Uint8Array(1))
    }
    return 'missing'
  }
  const file = { photo: photos[0] } as unknown as ArchiveFile
  await expect(openFile({ hash } as FileStore, file, gone.signal)).rejects.toThrow(ApiError)
  expect(pieces).toBe(10)
  await expect(openFile({ hash } as FileStore, file, gone.signal)).rejects.toThrow(ApiError)
  expect(pieces).toBe(10)
})

it('reads no further page of findings when the client has gone', async () => {
  const gone = new AbortController()
  gone.abort()
  const caller = { id: 1, role: 'viewer', company_id: company } as const
  const pages = pagesOfFindings(testApp.services.db.read, caller, {} as never, gone.signal)
  await expect(pages.next()).rejects.toThrow(ApiError)
})

it('decodes no image that waits for a failed request, and ends the worker of one that it decodes', async () => {
  const pool = new ImagePool(testApp.services.config.images, log)
  try {
    await using incomingFolder = await testApp.services.incoming.openFolder()
    const path = incomingFolder.newPath()
    const { writeFile } = await import('node:fs/promises')
    await writeFile(path, await jpeg({ width: 6000, height: 4000 }))
    const failed = new AbortController()
    const order: WorkOrder = { requester: { id: 1, company_id: company }, priority: 'high' }
    const decoding = Array.from({ length: 40 }, () =>
      pool.decode(path, () => incomingFolder.newPath(), { ...order, signal: failed.signal }),
    )
    const outcomes = Promise.allSettled(decoding)
    await expect.poll(() => pool.waiting).toBeGreaterThan(30)
    failed.abort()
    for (const { status } of (await outcomes).slice(-30)) expect(status).toBe('rejected')
    expect(pool.waiting).toBe(0)
    const kept = await pool.decode(path, () => incomingFolder.newPath(), order)
    expect(kept?.width).toBe(6000)
  } finally {
    pool.close()
  }
})
