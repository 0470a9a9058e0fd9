import * as z from 'zod'
import { normalizeText } from '#domain/text/clean-text.ts'
import { rawText } from '#domain/text/text.ts'
import { Failure } from './answer.ts'
import { Id } from './fields.ts'
import { FILE_NAME_MAX_LENGTH } from './limits.ts'

/** Why an uploaded file was not stored. After `file_not_processed`, a retry may succeed. */
export const RejectionCode = z.enum([
  'invalid_name',
  'photo_name_taken',
  'unsupported_file',
  'too_large',
  'file_not_processed',
])
export type RejectionCode = z.infer<typeof RejectionCode>

/** A rejected file of an upload. `message` is a sentence for the user. */
export const Rejection = z.object({ name: z.string(), error: RejectionCode, message: z.string() })
export type Rejection = z.infer<typeof Rejection>

/** The answer to an upload without any stored file; `rejected` is present if its files were the reason. */
export const UploadFailure = Failure.extend({ rejected: z.array(Rejection).optional() })

/** The path of a resumable upload. */
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
 * The nearest name that `isFileName` allows: `Kanat çatlağı 1.jpg` becomes `Kanat_catlagi_1.jpg`. Undefined for a name that is too long or
 * in other letters.
 */
export function repairFileName(name: string): string | undefined {
  const letters = normalizeText(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{L}/gu, (letter) => OTHER_LETTERS[letter] ?? letter)
  if (/[^\P{L}A-Za-z]/u.test(letters)) return undefined
  const repaired = letters.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+(?=\.[^.]*$)/g, '')
  return isFileName(repaired) && /^[^.]*[A-Za-z0-9]/.test(repaired) ? repaired : undefined
}

/** True for a valid name of an uploaded file: ASCII letters, digits, `_`, `-` and `.` only. */
export function isFileName(name: string): boolean {
  return name.length <= FILE_NAME_MAX_LENGTH && /^[A-Za-z0-9_.-]+$/.test(name) && !/^\.{1,2}$/.test(name)
}
