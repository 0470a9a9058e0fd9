import type * as z from 'zod'
import type { FileMediaType } from '#domain/file-types.ts'
import type { ApiContext, LoadedRecords } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import type { IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import type { ReceivedFile } from './receive-files.ts'
import type { RejectedFile } from './rejected-file.ts'

/** What an upload needs: its files belong to the turbine of the path. */
export type UploadRecord = 'viewer' | 'turbine'
export type UploadRecords = Pick<LoadedRecords, UploadRecord>

/**
 * What differs between the kinds of uploads. If a function throws an ApiError with a code of `RejectionCode`, the file is
 * rejected; any other error ends the request.
 */
export interface UploadKind<Content, Fields, Item> {
  /** The name of the kind of stored file, see `StoredFileKind`. */
  name: string
  /** The schema of the text fields beside the files. */
  fields: z.ZodType<Fields>
  /** How an upload that is sent again with its key finds its records. Without it, the upload takes no key. */
  again?: {
    idOf(item: Item): number
    /** Undefined if it was deleted. */
    find(transaction: Writer, records: UploadRecords, id: number): Promise<Item | undefined>
  }
  /**
   * Checks a well-formed name before the bytes of the file arrive. If two files of a request have the same name, `insert`
   * decides which one is stored, because it is not known before whether the first one is valid.
   */
  checkName?(c: ApiContext<UploadRecord>, name: string): Promise<void>
  /** Examines a file that has arrived completely. @param signal aborts when the request has failed, so that nobody needs the result */
  examine(
    c: ApiContext<UploadRecord>,
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

/** A kind whose files may also arrive in parts. */
export interface ResumableKind<Content, Fields, Item> extends UploadKind<Content, Fields, Item> {
  /** The types that its files may have. */
  types: readonly FileMediaType[]
}

/** The request of an upload, with the records that its transaction has found. */
interface CheckedRequest {
  c: ApiContext<UploadRecord>
  records: UploadRecords
}

/** The result of the examination of a valid file. */
interface Examined<Content> {
  content: Content
  /** The files that were made from it. They are in the incoming folder, too. */
  derivatives: { variant: string; path: string }[]
}

/** A valid file in the incoming folder. */
export interface StagedFile<Content> extends Examined<Content> {
  file: ReceivedFile
}

/** The files of an upload, grouped by whether they are valid. */
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
