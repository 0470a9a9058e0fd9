import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { ZipDirectory, type ZipFile } from './zip-directory.ts'

/** The content of a file of a ZIP. */
export interface ZipContent {
  crc32: number
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The length of the ZIP with these files, in bytes. */
export async function zipLength(files: readonly ZipFile[]): Promise<number> {
  const directory = new ZipDirectory()
  await mapInTurns(files, (file) => directory.add(file, 0).length)
  return directory.length
}

/**
 * The bytes of a ZIP with these files, uncompressed. Each file is opened after all earlier ones are written.
 *
 * @throws Error if a content's length differs from the size of its file; the errors of `open`
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
    if (left !== 0) throw new Error(`The content of ${file.name} is not ${file.size} bytes long.`)
  }
  yield directory.end()
}
