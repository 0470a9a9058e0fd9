import * as z from 'zod'
import { cleanText, hasTooManyMarks, normalizeText, removeInvisible } from './clean-text.ts'

/** How many times longer a text may be before it is cleaned: a letter may come as a letter and three marks. */
export const UNCLEANED_FACTOR = 4

/**
 * A text as it was sent. Every schema for a text of a request begins with it: a text over the maximum is refused before anything reads it.
 *
 * @param max in characters
 */
export const rawText = (max: number) => z.string().max(max, { abort: true })

/** A text without changes. NUL is refused and not removed: nobody types it, and databases and file systems end a text there. */
export const textWithoutNul = (max: number) =>
  rawText(max).refine((text) => !text.includes('\0'), { error: 'nul', abort: true })

const cleaned = (max: number) =>
  textWithoutNul(max * UNCLEANED_FACTOR)
    // Marks that an invisible character separates would be one run after its removal.
    .overwrite(removeInvisible)
    .refine((text) => !hasTooManyMarks(text), { error: 'too_many_marks', abort: true })
    .overwrite(cleanText)

/** A text of several lines. @param max in characters */
export const lines = (max: number) => cleaned(max).max(max)

/** A text of one line; a line break inside it is refused, since a field of one line cannot send it. @param max in characters */
export const line = (max: number) =>
  cleaned(max)
    .refine((text) => !text.includes('\n'), { error: 'line_break', abort: true })
    .max(max)

/** A new password in NFC: keyboards type one letter in two ways. Other changes are not made, so only characters are allowed that every keyboard and encoding preserves. */
export const passwordText = (max: number) =>
  textWithoutNul(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'control_character', abort: true })
    .overwrite((text) => normalizeText(text))
