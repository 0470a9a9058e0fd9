import type { Context } from 'hono'
import type * as z from 'zod'
import type { Writer } from '#server/database/database.ts'
import type { Env, LoadedRecords } from '#server/env.ts'
import type { Intake } from '#server/store/incoming.ts'
import type { ReceivedFile } from './receive-files.ts'

/**
 * What differs between the kinds of uploads. Each function skips a file by throwing an ApiError with a code of
 * `RejectionCode`; any other error ends the request.
 */
export interface UploadKind<Content, Fields, Item> {
  /** The name of the kind of stored file, see `StoredFileKind`. */
  name: string
  /** What the text fields beside the files have to be. */
  fields: z.ZodType<Fields>
  /**
   * Looks at a well-formed name before the file's bytes come. Which of two files of one name in a request is kept, `insert`
   * decides: whether the first one is good is not known yet.
   */
  checkName?(c: Context<Env>, name: string): Promise<void>
  /** Looks into a file that has come in whole. */
  examine(c: Context<Env>, file: ReceivedFile, intake: Intake): Promise<Examined<Content>>
  /** Makes the file's row, in the transaction of the whole request, and writes its audit entry. */
  insert(
    transaction: Writer,
    request: CheckedRequest,
    file: FiledFile<Content>,
    fields: Fields,
  ): Promise<Item>
}

/** The request of an upload, with the records as its transaction found them. */
interface CheckedRequest {
  c: Context<Env>
  records: LoadedRecords
}

/** What is known of a file that is good. */
interface Examined<Content> {
  content: Content
  /** What was made of it. These files are in the intake, too. */
  derivatives: { variant: string; path: string }[]
}

/** A good file in the intake. */
export interface StagedFile<Content> extends Examined<Content> {
  file: ReceivedFile
}

/** A good file with its key in the store. */
export interface FiledFile<Content> extends StagedFile<Content> {
  key: string
  uploadedAt: Date
}
