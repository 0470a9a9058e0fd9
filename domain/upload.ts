import * as z from 'zod'
import { normalizeText } from '#domain/text/clean-text.ts'
import { rawText } from '#domain/text/text.ts'
import { Failure } from './answer.ts'
import { Id } from './fields.ts'
import { FILE_NAME_MAX_LENGTH } from './limits.ts'

/** Why a file of an upload was not stored. With `file_not_processed`, the same file may be stored at the next try. */
export const RejectionCode = z.enum([
  'invalid_name',
  'photo_name_taken',
  'unsupported_file',
  'too_large',
  'file_not_processed',
])
export type RejectionCode = z.infer<typeof RejectionCode>

/** A refused file of an upload. `message` is a sentence for the user. */
export const Rejection = z.object({ name: z.string(), error: RejectionCode, message: z.string() })
export type Rejection = z.infer<typeof Rejection>

/** The body of the answer to an upload of which no file was stored; `rejected` is present if its files were the reason. */
export const UploadFailure = Failure.extend({ rejected: z.array(Rejection).optional() })

/** The path of an upload in parts. */
export const UploadParam = z.object({ id: Id, uploadId: rawText(100).min(1) })

/** Letters that are no ASCII letter with a mark. */
const OTHER_LETTERS: Record<string, string> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
}

/**
 * The nearest name that `isFileName` allows: `Kanat çatlağı 1.jpg` becomes `Kanat_catlagi_1.jpg`. Undefined if there is none, because the
 * name is too long or is written in other letters.
 */
export function repairFileName(name: string): string | undefined {
  const letters = normalizeText(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{L}/gu, (letter) => OTHER_LETTERS[letter] ?? letter)
  if (/[^\P{L}A-Za-z]/u.test(letters)) return undefined
  const repaired = letters.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+(?=\.[^.]*$)/g, '')
  return isFileName(repaired) && /^[^.]*[A-Za-z0-9]/.test(repaired) ? repaired : undefined
}

/** True for a name an uploaded file may have: ASCII letters, digits, `_`, `-` and `.` only. */
export function isFileName(name: string): boolean {
  return name.length <= FILE_NAME_MAX_LENGTH && /^[A-Za-z0-9_.-]+$/.test(name) && !/^\.{1,2}$/.test(name)
}
