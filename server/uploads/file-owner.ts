import type { ErrorCode } from '#domain/answer.ts'
import type { Reader } from '#server/database/database.ts'

/** The record that the files of an upload belong to. It may be deleted while they are on their way. */
export interface FileOwner {
  /** The beginning of the keys of all its files. An id is never given twice, so no other record gets this folder. */
  folder: string
  /** The answer when it is gone. */
  missing: ErrorCode
  /** How the log names it. */
  logged: Record<string, number>
  exists(db: Reader): Promise<boolean>
}
