import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { MIB } from '#domain/limits.ts'
import type { Content } from './file-store.ts'

/** A free buffer. Allocating one per file takes longer than reading a small file. */
let spare: Buffer | undefined

/** Reads and hashes the whole file in pieces; `onPiece` gets each piece before the next one is read. */
export async function readWhole(
  path: string,
  onPiece: (piece: Uint8Array) => Promise<unknown> = async () => {},
): Promise<Content> {
  const hash = createHash('sha256')
  let size = 0
  const file = await unlessUnreadable(open(path, 'r'))
  if (typeof file === 'string') return file
  const buffer = spare ?? Buffer.allocUnsafeSlow(MIB)
  spare = undefined
  try {
    for (;;) {
      const read = await unlessUnreadable(file.read(buffer, 0, buffer.length, null))
      if (typeof read === 'string') return read
      if (read.bytesRead === 0) return { size, sha256: hash.digest('hex') }
      const piece = buffer.subarray(0, read.bytesRead)
      size += piece.length
      hash.update(piece)
      await onPiece(piece)
    }
  } finally {
    spare = buffer
    await file.close()
  }
}

async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | 'missing' | 'unreadable'> {
  try {
    return await reading
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing'
    if (code === 'EIO' || code === 'EACCES' || code === 'EPERM' || code === 'EISDIR') return 'unreadable'
    throw error
  }
}

export async function md5Of(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('md5')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest()
}
