/**
 * The files that arrive in parts, by the ids of their uploads. Unlike `incoming/`, they survive a restart. They are on the disk
 * (`disk-partial-files.ts`), or in the bucket that has the other files (`bucket-partial-files.ts`): then another process can continue.
 */
export interface PartialFiles {
  /** The bytes from the beginning without a gap; 0 if there is no such file. */
  size(id: string): Promise<number>
  /**
   * Writes the chunks from byte `start` on, durably.
   *
   * @returns the position after the last byte. If the chunks broke off, it also returns their error: the bytes before it are written.
   */
  write(id: string, start: number, chunks: AsyncIterable<Buffer>): Promise<{ end: number; failure?: unknown }>
  /** Makes the file readable at a new path of the incoming folder. */
  copyTo(id: string, path: string): Promise<void>
  /** Removes the files of these uploads for good. A missing file is no error. @returns false if the bucket still has some */
  remove(ids: Iterable<string>): Promise<boolean>
  /** The ids of all uploads that have a file. */
  list(): Promise<string[]>
}

const PREFIX = 'partial/'

/** The name of the files of an upload among all files of the store. */
export function partialName(id: string): string {
  return `${PREFIX}${id}`
}

/** The id in the name of the files of an upload; undefined for other files. */
export function uploadOf(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined
}
