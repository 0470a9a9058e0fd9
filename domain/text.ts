import * as z from 'zod'
import { cleanText } from './clean-text.ts'

/** A text without changes. NUL is refused and not removed: nobody types it, and databases and file systems end a text there. */
export const textWithoutNul = z.string().refine((text) => !text.includes('\0'), { error: 'nul', abort: true })

/** A text of several lines. */
export const lines = textWithoutNul.overwrite(cleanText)

/** A text of one line; a line break inside it is refused, since a field of one line cannot send it. */
export const line = lines.refine((text) => !text.includes('\n'), { error: 'line_break', abort: true })

/** A new password. It is stored without changes, so only characters are allowed that every keyboard and encoding preserves. */
export const passwordText = textWithoutNul.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), {
  error: 'control_character',
  abort: true,
})
