/**
 * The files of resumable uploads, by upload id. Unlike `incoming/`, they survive a restart. They are on disk (`disk-partial-files.ts`), or
 * in the bucket of the other files (`bucket-partial-files.ts`): another process can then continue.
 */
export interface PartialFiles {
  /** The contiguous bytes from the start; 0 if there is no such file. */
  size(id: string): Promise<number>
  /**
   * Writes the chunks from byte `start` on, durably.
   *
   * @returns the position after the last byte. If the chunks broke off, it also returns their error: the bytes before it are written.
   */
  write(id: string, start: number, chunks: AsyncIterable<Buffer>): Promise<{ end: number; failure?: unknown }>
  /** Makes the file readable at a new path of the incoming folder. */
  copyTo(id: string, path: string): Promise<void>
  /** Removes the files of these uploads; missing ones are no error. @returns false if the bucket still has some */
  remove(ids: Iterable<string>): Promise<boolean>
  /** The ids of all uploads with a file. */
  list(): Promise<string[]>
}

const PREFIX = 'partial/'

/** The name prefix of an upload's files in the store. */
export function partialName(id: string): string {
  return `${PREFIX}${id}`
}

/** The upload id in a file name; undefined for other files. */
export function uploadOf(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined
}
