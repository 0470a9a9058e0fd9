import { type FileHandle, open } from 'node:fs/promises'
import type { CloudSource } from './cloud-source.ts'
import { readLasHeader } from './las-header.ts'
import { readLas } from './las-points.ts'
import { LazSpool, type SpoolPlace } from './laz-spool.ts'
import { readAsciiPcd } from './pcd-ascii.ts'
import { readBinaryPcd } from './pcd-binary.ts'
import { findColumns } from './pcd-columns.ts'
import { findColumnPlaces, readCompressedPcd } from './pcd-compressed.ts'
import { PCD_HEADER_BYTES_MAX, readPcdHeader } from './pcd-header.ts'
import { readFully } from './read-records.ts'

/**
 * Opens a point cloud: PCD, LAS or LAZ, by its content. The only reader of the product.
 *
 * @param spool speeds up repeated passes over a compressed file
 * @returns undefined if the file is no point cloud
 * @throws CloudRefused; the error of the file system if the file cannot be read
 */
export async function openCloud(path: string, spool?: SpoolPlace): Promise<CloudSource | undefined> {
  const file = await open(path, 'r')
  try {
    const source = (await openLas(file, spool)) ?? (await openPcd(file))
    if (!source) await file.close()
    return (
      source && {
        ...source,
        async [Symbol.asyncDispose]() {
          await source.dispose?.()
          await file.close()
        },
      }
    )
  } catch (error) {
    await file.close()
    throw error
  }
}

interface OpenSource extends Omit<CloudSource, keyof AsyncDisposable> {
  dispose?(): Promise<void>
}

async function openLas(file: FileHandle, place: SpoolPlace | undefined): Promise<OpenSource | undefined> {
  const header = await readLasHeader(file)
  if (!header) return undefined
  const { points } = header
  if (!header.isCompressed) {
    return { type: 'application/vnd.las', points, batches: () => readLas(file, header) }
  }
  // Most clouds do not need the decoder.
  const [{ readLazChunks }, { readLaz }] = await Promise.all([
    import('./laz-chunks.ts'),
    import('./laz-points.ts'),
  ])
  const chunks = await readLazChunks(file, header)
  const laz = { type: 'application/vnd.laszip' as const, points }
  if (!place) return { ...laz, batches: () => readLaz(file, header, chunks) }
  const spool = new LazSpool(place, header)
  return {
    ...laz,
    batches: () => spool.batches((keep) => readLaz(file, header, chunks, keep)),
    dispose: () => spool[Symbol.asyncDispose](),
  }
}

async function openPcd(file: FileHandle): Promise<OpenSource | undefined> {
  const head = Buffer.alloc(PCD_HEADER_BYTES_MAX)
  const { bytesRead } = await readFully(file, head, 0)
  const header = readPcdHeader(head.subarray(0, bytesRead))
  if (!header) return undefined
  const columns = findColumns(header)
  const facts = { type: 'application/vnd.pcd' as const, points: header.points }
  if (header.encoding === 'ascii') return { ...facts, batches: () => readAsciiPcd(file, header, columns) }
  if (header.encoding === 'binary') return { ...facts, batches: () => readBinaryPcd(file, header, columns) }
  const places = await findColumnPlaces(file, header, columns)
  return { ...facts, batches: () => readCompressedPcd(file, header, columns, places) }
}
