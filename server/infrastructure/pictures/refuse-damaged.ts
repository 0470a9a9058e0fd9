import { createReadStream } from 'node:fs'
import { ImageRefused, type RejectionReason } from './image-refused.ts'

/** Decoder messages about an intact file of an unsupported variant. */
const VARIANT = /not supported|not implemented|unsupported(?! image format)|no known route/i

/**
 * Refuses the image if `work` fails. The decoder does not report disk errors as such, so the file is read again to find them.
 *
 * @param findPlace where a damaged image is damaged
 */
export async function refuseDamaged<T>(
  path: string,
  work: Promise<T>,
  findPlace: () => Promise<RejectionReason> = async () => ({ code: 'image_data', values: {} }),
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ImageRefused || isOutOfMemory(error)) throw error
    for await (const _ of createReadStream(path));
    const isVariant = error instanceof Error && VARIANT.test(error.message)
    throw new ImageRefused(
      'unsupported_file',
      isVariant ? { code: 'image_variant', values: {} } : await findPlace(),
    )
  }
}

/** True if the decoder ran out of memory, which says nothing about the image. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|cannot allocate memory/i.test(error.message)
}
