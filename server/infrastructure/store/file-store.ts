/**
 * Stores uploaded files and their derivatives. Callers know keys, never paths: a store is a folder on disk (`disk-store.ts`) or a bucket of
 * an object storage (`bucket-store.ts`). During an outage of a bucket, all methods except those that remove throw ApiError
 * `store_unavailable`.
 */
export interface FileStore {
  /** Stores finished files of the incoming folder durably, all or none. Their incoming paths may be gone then. */
  keep(files: readonly NewFile[]): Promise<void>
  /** Undefined if there is no such file. The caller disposes of it. */
  open(file: FileId): Promise<OpenFile | undefined>
  /** Makes the file readable at a new path of the incoming folder, for a worker process. False if there is no such file. */
  copyTo(file: FileId, path: string): Promise<boolean>
  /** Bytes; undefined if the file is missing or unreadable. */
  size(file: FileId): Promise<number | undefined>
  /** Reads and hashes a whole file. `onPiece` gets each piece before the next one is read. */
  hash(file: FileId, onPiece?: (piece: Uint8Array) => Promise<unknown>): Promise<Content>
  /** Removes files; missing ones are no error. @returns false if the bucket still has some, because it does not answer */
  remove(files: readonly FileId[]): Promise<boolean>
  /** Removes a deleted owner's empty folders. */
  removeEmptyFolders(folder: string): Promise<void>
  /** @throws if the store does not answer in `ms` milliseconds */
  probe(ms: number): Promise<void>
  /** Every file of the store, originals first. */
  list(): AsyncIterable<FileId>
  /** When a file was written; undefined if there is no such file. */
  writtenAt(file: FileId): Promise<Date | undefined>
  /** Ends the connections, which otherwise keep the process alive for a minute. The last call. */
  close(): void
}

/** A file of the store: the original of a key, or a derivative. */
export interface FileId {
  /** The key; for a derivative with its variant at the end, as in `key.320.webp`. */
  readonly name: string
  readonly isDerivative: boolean
}

/** A finished file of the incoming folder, to be stored. */
export interface NewFile {
  file: FileId
  /** Its path in the incoming folder. */
  path: string
}

export interface OpenFile extends AsyncDisposable {
  /** Bytes. */
  readonly size: number
  /** The whole file at once; undefined if it was removed since it was opened. */
  readAll(): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** A part of the file at once; shorter at the end of the file. */
  read(range: ByteRange): Promise<Buffer<ArrayBuffer>>
  /** A part of the file. The stream may outlive the open file. */
  stream(range: ByteRange): ReadableStream<Uint8Array>
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** The result of reading a file; `unreadable` means a disk failure or missing permissions. */
export type Content = { size: number; sha256: string } | 'missing' | 'unreadable'

/** The uploaded file, byte for byte. */
export function originalOf(key: string): FileId {
  return { name: key, isDerivative: false }
}

/** @param variant names one of the derivatives of a key, as in `320.webp` */
export function derivativeOf(key: string, variant: string): FileId {
  return { name: `${key}.${variant}`, isDerivative: true }
}

/** The name of a file among all files of the store: `files/…` or `derivatives/…`. */
export function fullName({ name, isDerivative }: FileId): string {
  return `${isDerivative ? 'derivatives' : 'files'}/${name}`
}
