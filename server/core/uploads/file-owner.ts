import type { ErrorCode } from '#domain/answer.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** The record that the files of an upload belong to. It may be deleted while they arrive. */
export interface FileOwner {
  /** The beginning of the keys of all its files. An id is never used twice, so no other record gets this folder. */
  folder: string
  /** The error code if it does not exist any more. */
  missing: ErrorCode
  /** Its id in log lines. */
  logged: Record<string, number>
  exists(db: Reader): Promise<boolean>
}
