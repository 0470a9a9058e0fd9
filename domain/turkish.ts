import { cleanText } from './clean-text.ts'

/** What programs without Turkish case rules make of `İ`: an `i` and a dot above it, which NFC leaves apart. */
const DOTTED_I = 'i\u0307'

const PLAIN: Record<string, string> = {
  ı: 'i',
  ğ: 'g',
  ş: 's',
  ç: 'c',
  ö: 'o',
  ü: 'u',
  â: 'a',
  î: 'i',
  û: 'u',
}

/**
 * A text as a search compares it: lower case by Turkish rules, then without Turkish marks, so that `IĞDIR`, `ığdır`
 * and `igdir` are one, and `izmir` finds `İzmir`. For searching only: two names that fold alike may still differ.
 */
export function foldForSearch(text: string): string {
  return text
    .toLocaleLowerCase('tr')
    .normalize('NFC')
    .replaceAll(DOTTED_I, 'i')
    .replace(/[ığşçöüâîû]/g, (letter) => PLAIN[letter] ?? letter)
    .trim()
}

/** A company name as uniqueness compares it: clean, one space between words, case-folded by Turkish rules (I/ı, İ/i). */
export function foldName(name: string): string {
  return cleanText(name).replace(/\s+/g, ' ').toLocaleLowerCase('tr').replaceAll(DOTTED_I, 'i')
}

/** A place name as people write it, whatever case it is stored in: `istanbul` gives `İstanbul`. */
export function capitalizePlace(name: string): string {
  return name
    .toLocaleLowerCase('tr')
    .replace(
      /(^|[\s/-])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toLocaleUpperCase('tr'),
    )
}
