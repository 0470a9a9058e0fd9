import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import { Failure } from './answer.ts'
import { Id } from './fields.ts'
import { FILE_NAME_MAX_LENGTH } from './limits.ts'

/** Why a file of an upload was refused. */
export const RejectionCode = z.enum(['invalid_name', 'photo_name_taken', 'unsupported_file', 'too_large'])
export type RejectionCode = z.infer<typeof RejectionCode>

/** A refused file of an upload. `message` is a sentence for the user. */
export const Rejection = z.object({ name: z.string(), error: RejectionCode, message: z.string() })
export type Rejection = z.infer<typeof Rejection>

/** The body of the answer to an upload of which no file was stored; `rejected` is present if its files were the reason. */
export const UploadFailure = Failure.extend({ rejected: z.array(Rejection).optional() })

/** The path of an upload in parts. */
export const UploadParam = z.object({ id: Id, uploadId: rawText(100).min(1) })

/** True for a name an uploaded file may have: ASCII letters, digits, `_`, `-` and `.` only. */
export function isFileName(name: string): boolean {
  return name.length <= FILE_NAME_MAX_LENGTH && /^[A-Za-z0-9_.-]+$/.test(name) && !/^\.{1,2}$/.test(name)
}
