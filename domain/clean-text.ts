/**
 * Matches invisible characters that are removed. It keeps the joiner inside an emoji (a family is several emoji and joiners) and
 * the tags of a flag. All other control (Cc), format (Cf: zero-width, soft hyphen, direction) and
 * surrogate (Cs) characters are removed.
 *
 * @see https://www.unicode.org/reports/tr51/#Emoji_Sequences
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|\n)|[\p{Cc}\p{Cf}\p{Cs}]/gu

/** All line breaks. @see https://www.unicode.org/reports/tr18/#Line_Boundaries */
const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g

/** A visible character. Some letters and symbols are invisible, such as the Hangul filler and the empty Braille cell. */
const SEEN = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The text as it is stored: NFC, trimmed, line breaks as `\n`, without invisible characters; empty if there is no visible character. */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '$1')
    .normalize('NFC')
    .trim()
  return SEEN.test(cleaned) ? cleaned : ''
}
