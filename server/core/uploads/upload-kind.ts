import type * as z from 'zod'
import type { FileMediaType } from '#domain/file-types.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import type { IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import type { ReceivedFile } from './receive-files.ts'
import type { RejectedFile } from './rejected-file.ts'

/** The context of an upload, for the turbine of the path. */
export interface UploadRecords extends SignedIn {
  turbine: Turbine
}

/**
 * What differs between kinds of uploads. If a function throws an ApiError with a code of `RejectionCode`, the file is rejected; any other
 * error ends the request.
 */
export interface UploadKind<Content, Fields, Item> {
  /** The name of the kind of stored file, see `StoredFileKind`. */
  name: string
  /** The schema of the text fields beside the files. */
  fields: z.ZodType<Fields>
  /** How a retry with the same key finds its records. Without it, the upload takes no key. */
  again?: {
    idOf(item: Item): number
    /** Undefined if it was deleted. */
    find(transaction: Writer, records: UploadRecords, id: number): Promise<Item | undefined>
  }
  /**
   * Checks a well-formed name before the bytes arrive. Of two files with the same name, `insert` decides which is stored, because the first
   * may turn out invalid.
   */
  checkName?(c: ApiContext<UploadRecords>, name: string): Promise<void>
  /** Examines a complete file. @param signal aborts when the request has failed */
  examine(
    c: ApiContext<UploadRecords>,
    file: ReceivedFile,
    incomingFolder: IncomingFolder,
    signal?: AbortSignal,
  ): Promise<Examined<Content>>
  /** Inserts the row of the file and its audit entry, and adds its jobs, in the transaction of the whole request. */
  insert(
    transaction: Writer,
    request: CheckedRequest,
    file: FiledFile<Content>,
    fields: Fields,
  ): Promise<Item>
}

/** A kind that also takes resumable uploads. */
export interface ResumableKind<Content, Fields, Item> extends UploadKind<Content, Fields, Item> {
  /** The allowed types of its files. */
  types: readonly FileMediaType[]
}

/** The request of an upload, with the records that its transaction has loaded. */
interface CheckedRequest {
  c: ApiContext<UploadRecords>
  records: UploadRecords
}

/** The result of examining a valid file. */
interface Examined<Content> {
  content: Content
  /** Its derivatives, also in the incoming folder. */
  derivatives: { variant: string; path: string }[]
}

/** A valid file in the incoming folder. */
export interface StagedFile<Content> extends Examined<Content> {
  file: ReceivedFile
}

/** The files of an upload, grouped by validity. */
export interface ExaminedFiles<Content> {
  accepted: StagedFile<Content>[]
  refused: RejectedFile[]
}

/** A valid file with its key in the store. */
export interface KeyedFile<Content> extends StagedFile<Content> {
  key: string
}

/** A stored file. `uploadedAt` is the time of the transaction that inserts its row. */
export interface FiledFile<Content> extends KeyedFile<Content> {
  uploadedAt: Date
}
