import type { ErrorCode } from '#domain/answer.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** The record that owns the files of an upload. It may be deleted meanwhile. */
export interface FileOwner {
  /** The key prefix of all its files. Ids are never reused, and so is this folder. */
  folder: string
  /** The error code if it no longer exists. */
  missing: ErrorCode
  /** Its id in log lines. */
  logged: Record<string, number>
  exists(db: Reader): Promise<boolean>
}
