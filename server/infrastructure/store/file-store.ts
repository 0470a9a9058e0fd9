/**
 * Stores uploaded files and the derivatives made of them. Callers know keys, never paths: a store is a folder of the disk
 * (`disk-store.ts`) or a bucket of an object storage (`bucket-store.ts`). If a bucket does not answer, all methods except those that
 * remove throw ApiError `store_unavailable`.
 */
export interface FileStore {
  /** Stores finished files of the incoming folder durably: all of them, or none if one fails. Their paths in the incoming folder may be gone then. */
  keep(files: readonly NewFile[]): Promise<void>
  /** Undefined if there is no such file. The caller disposes of it. */
  open(file: FileId): Promise<OpenFile | undefined>
  /** Makes the file readable at a new path of the incoming folder, for a worker process. False if there is no such file. */
  copyTo(file: FileId, path: string): Promise<boolean>
  /** Bytes; undefined if there is no such file or its size cannot be read. */
  size(file: FileId): Promise<number | undefined>
  /** Reads a whole file and hashes it. `onPiece` gets each piece before the next one is read. */
  hash(file: FileId, onPiece?: (piece: Uint8Array) => Promise<unknown>): Promise<Content>
  /** Removes files for good. A missing file is no error. @returns false if the bucket still has some, because it does not answer */
  remove(files: readonly FileId[]): Promise<boolean>
  /** Removes the folders of a deleted owner that have no files any more. */
  removeEmptyFolders(folder: string): Promise<void>
  /** @throws if the place of the files does not answer in `ms` milliseconds */
  probe(ms: number): Promise<void>
  /** Every file of the store, originals first. */
  list(): AsyncIterable<FileId>
  /** When a file was written; undefined if there is no such file. */
  writtenAt(file: FileId): Promise<Date | undefined>
  /** Ends the connections, which otherwise keep the process running for a minute. Nothing else is called afterwards. */
  close(): void
}

/** One file of the store: the original of a key, or a derivative made of it. */
export interface FileId {
  /** The key; for a derivative with its variant at the end, as in `key.320.webp`. */
  readonly name: string
  readonly isDerivative: boolean
}

/** A finished file of the incoming folder that is to be stored. */
export interface NewFile {
  file: FileId
  /** Its path in the incoming folder. */
  path: string
}

export interface OpenFile extends AsyncDisposable {
  /** Bytes. */
  readonly size: number
  /** The whole file at once; undefined if it has been removed since it was opened. */
  readAll(): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** A part of the file at once; shorter if the file ends before. */
  read(range: ByteRange): Promise<Buffer<ArrayBuffer>>
  /** A part of the file. The stream may outlive the open file. */
  stream(range: ByteRange): ReadableStream<Uint8Array>
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** What reading a file found; `unreadable` means that the disk fails or the permissions forbid it. */
export type Content = { size: number; sha256: string } | 'missing' | 'unreadable'

/** The file that was uploaded, byte for byte. */
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
