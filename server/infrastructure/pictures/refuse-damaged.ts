import { createReadStream } from 'node:fs'
import { ImageRefused } from './image-refused.ts'

/** Refuses the image if `work` fails. The decoder does not report errors of the disk as such, so the file is read again to find them. */
export async function refuseDamaged<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ImageRefused || isOutOfMemory(error)) throw error
    for await (const _ of createReadStream(path));
    throw new ImageRefused('unsupported_file')
  }
}

/** True if the decoder got no memory: that says nothing about the image. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|cannot allocate memory/i.test(error.message)
}
