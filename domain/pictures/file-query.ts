import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'

/**
 * The query of an address with a photo's id. Browsers cache such an answer for a year only with the SHA-256 of the file: after a restore
 * from an older backup, another photo can get the same id.
 */
export const FileQuery = z.object({
  file: rawText(64)
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/** The query with this file. */
export function queryOfFile(sha256: string): string {
  return `?file=${sha256}`
}
