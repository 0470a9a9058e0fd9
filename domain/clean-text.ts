/**
 * What is kept of the characters that nobody sees: the joiner inside an emoji (a family is several emoji and joiners), and
 * the tags of a flag. Everything else of the control (Cc), format (Cf: zero-width, soft hyphen, direction) and
 * surrogate (Cs) characters goes.
 *
 * @see https://www.unicode.org/reports/tr51/#Emoji_Sequences
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|\n)|[\p{Cc}\p{Cf}\p{Cs}]/gu

/** Every way to end a line. @see https://www.unicode.org/reports/tr18/#Line_Boundaries */
const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g

/** A character that a reader sees. Some letters and symbols are empty by design, such as the Hangul filler and the empty Braille cell. */
const SEEN = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A text as it is stored: NFC, trimmed, line breaks as `\n`, without characters that nobody sees; empty where only such are in it. */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '$1')
    .normalize('NFC')
    .trim()
  return SEEN.test(cleaned) ? cleaned : ''
}
