/**
 * Matches invisible characters to remove. Keeps the joiner inside an emoji (a family is several emoji and joiners) and the tags of a flag.
 * All other control (Cc), format (Cf: zero-width, soft hyphen, direction) and surrogate (Cs) characters are removed.
 *
 * @see https://www.unicode.org/reports/tr51/#Emoji_Sequences
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|\n)|[\p{Cc}\p{Cf}\p{Cs}]/gu

/** All line breaks. @see https://www.unicode.org/reports/tr18/#Line_Boundaries */
const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g

/** A visible character. Some letters and symbols are invisible, such as the Hangul filler and the empty Braille cell. */
const SEEN = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Maximum combining marks in a row. Normalization sorts a letter's marks in quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const MARKS_MAX = 30

/** Halfwidth kana have marks with the category of letters. */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`
const TOO_MANY_MARKS = new RegExp(`${MARK}{${MARKS_MAX + 1}}`, 'u')
const LATER_MARKS = new RegExp(`(${MARK}{${MARKS_MAX}})${MARK}+`, 'gu')

/** True if a letter has more marks than any writing needs. */
export function hasTooManyMarks(text: string): boolean {
  return TOO_MANY_MARKS.test(text)
}

/**
 * Like `String.prototype.normalize`, but linear for every text: a letter's marks after the 30th are dropped. Nothing else calls `normalize`
 * of a text.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKD' = 'NFC'): string {
  return text.replace(LATER_MARKS, '$1').normalize(form)
}

/** The text with line breaks as `\n`, without tabs and invisible characters. */
export function removeInvisible(text: string): string {
  return text.replace(LINE_BREAK, '\n').replaceAll('\t', ' ').replace(UNSEEN, '$1')
}

/**
 * The text as it is stored: NFC, trimmed, line breaks as `
 * `, without invisible characters; empty without a visible one.
 */
export function cleanText(text: string): string {
  const cleaned = normalizeText(removeInvisible(text)).trim()
  return SEEN.test(cleaned) ? cleaned : ''
}
