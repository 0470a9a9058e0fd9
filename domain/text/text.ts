import * as z from 'zod'
import { cleanText, hasTooManyMarks, normalizeText, removeInvisible } from './clean-text.ts'

/** How many times longer an uncleaned text may be: a letter may come as a letter and three marks. */
export const UNCLEANED_FACTOR = 4

/**
 * A text as sent. Every text schema of a request begins with it: a text over the maximum is refused before any processing.
 *
 * @param max in characters
 */
export const rawText = (max: number) => z.string().max(max, { abort: true })

/** A text without changes. NUL is refused, not removed: it is never typed, and databases and file systems end a text there. */
export const textWithoutNul = (max: number) =>
  rawText(max).refine((text) => !text.includes('\0'), { error: 'nul', abort: true })

const cleaned = (max: number) =>
  textWithoutNul(max * UNCLEANED_FACTOR)
    // Marks separated by an invisible character would join after its removal.
    .overwrite(removeInvisible)
    .refine((text) => !hasTooManyMarks(text), { error: 'too_many_marks', abort: true })
    .overwrite(cleanText)

/** A text of several lines. @param max in characters */
export const lines = (max: number) => cleaned(max).max(max)

/** A text of one line; a line break inside is refused, since one-line fields cannot send it. @param max in characters */
export const line = (max: number) =>
  cleaned(max)
    .refine((text) => !text.includes('\n'), { error: 'line_break', abort: true })
    .max(max)

/**
 * A new password in NFC: keyboards type one letter in two ways. It is otherwise unchanged, so only characters are allowed that every
 * keyboard and encoding preserves.
 */
export const passwordText = (max: number) =>
  textWithoutNul(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'control_character', abort: true })
    .overwrite((text) => normalizeText(text))
