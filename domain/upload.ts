import * as z from 'zod'
import { Failure } from './answer.ts'
import { FILE_NAME_MAX_LENGTH } from './limits.ts'

/** Why one file of an upload was not taken. */
export const RejectionCode = z.enum(['invalid_name', 'photo_name_taken', 'unsupported_file', 'too_large'])
export type RejectionCode = z.infer<typeof RejectionCode>

/** A file of an upload that was skipped. `message` is for a person. */
export const Rejection = z.object({ name: z.string(), error: RejectionCode, message: z.string() })
export type Rejection = z.infer<typeof Rejection>

/** The body of an upload of which nothing was kept; `rejected` is there where that was for the sake of its files. */
export const UploadFailure = Failure.extend({ rejected: z.array(Rejection).optional() })

/** True for a name an uploaded file may have: ASCII letters, digits, `_`, `-` and `.` only. */
export function isFileName(name: string): boolean {
  return /^[A-Za-z0-9_.-]+$/.test(name) && !/^\.{1,2}$/.test(name) && name.length <= FILE_NAME_MAX_LENGTH
}
