import { ZipDirectory, type ZipFile } from './zip-directory.ts'

/** The content of a file of a ZIP. */
export interface ZipContent {
  crc32: number
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The length of the ZIP with these files, in bytes. */
export function zipLength(files: Iterable<ZipFile>): number {
  const directory = new ZipDirectory()
  for (const file of files) directory.add(file, 0)
  return directory.length
}

/**
 * The bytes of a ZIP with these files, stored without compression. Each file is opened when all files before it are written.
 *
 * @throws Error if a content is longer or shorter than the size of its file; the errors of `open`
 */
export async function* zipOf<File extends ZipFile>(
  files: Iterable<File>,
  open: (file: File) => Promise<ZipContent>,
): AsyncGenerator<Uint8Array, undefined> {
  const directory = new ZipDirectory()
  for (const file of files) {
    const { crc32, bytes } = await open(file)
    yield directory.add(file, crc32)
    let left = file.size
    for await (const piece of bytes) {
      left -= piece.length
      if (left < 0) break
      yield piece
    }
    if (left !== 0) throw new Error(`The content of ${file.name} does not have ${file.size} bytes.`)
  }
  yield directory.end()
}

/**
 * A stream that asks for the next piece only if its reader wants it. If the reader goes away, the generator ends.
 *
 * @param onEnd is called once: at the end, when the reader has gone away, or with the error of the generator, which the reader gets
 *   after it
 */
export function streamOf(
  pieces: AsyncGenerator<Uint8Array, undefined>,
  onEnd: (error?: unknown) => void | Promise<void>,
): ReadableStream<Uint8Array> {
  let hasEnded = false
  const end = async (error?: unknown) => {
    if (hasEnded) return
    hasEnded = true
    await onEnd(error)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          // The reader may have gone away meanwhile.
          if (hasEnded) return
          if (value) controller.enqueue(value)
          if (!done) return
          await end()
          controller.close()
        } catch (error) {
          await end(error)
          throw error
        }
      },
      async cancel() {
        await end()
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
