import { cleanText, normalizeText } from './clean-text.ts'

/** `İ` in lower case without Turkish rules: `i` and a combining dot, which NFC does not compose. */
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
 * Folds a text for a search: lower case by Turkish rules, then without Turkish marks, so that `IĞDIR`, `ığdır` and `igdir` are equal, and
 * `izmir` finds `İzmir`. Only for searching: different names may have the same fold.
 */
export function foldForSearch(text: string): string {
  return normalizeText(text.toLocaleLowerCase('tr'))
    .replaceAll(DOTTED_I, 'i')
    .replace(/[ığşçöüâîû]/g, (letter) => PLAIN[letter] ?? letter)
    .trim()
}

/** Folds a company name for uniqueness: clean, one space between words, lower case by Turkish rules (I/ı, İ/i). */
export function foldName(name: string): string {
  return cleanText(name).replace(/\s+/g, ' ').toLocaleLowerCase('tr').replaceAll(DOTTED_I, 'i')
}

/** Capitalizes a place name that is stored in any case: `istanbul` becomes `İstanbul`. */
export function capitalizePlace(name: string): string {
  return name
    .toLocaleLowerCase('tr')
    .replace(
      /(^|[\s/-])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toLocaleUpperCase('tr'),
    )
}

/** A person's initials as Turkish capitals: `ismail` and `ılgaz` become `İI`. */
export function initials(...names: string[]): string {
  return names.map((name) => [...name.trim()].slice(0, 1).join('').toLocaleUpperCase('tr')).join('')
}

/** The endings of "in" after the last digit of a year, as in `2026'da`. */
const AFTER_DIGIT = ['', 'de', 'de', 'te', 'te', 'te', 'da', 'de', 'de', 'da'] as const
/** The endings after a year that ends with 0, by the digit before it: `2010'da`, `2020'de`. */
const AFTER_TEN = ['de', 'da', 'de', 'da', 'ta', 'de', 'ta', 'te', 'de', 'da'] as const

/** The Turkish suffix of "in" after a year: `da` for 2026, `te` for 2023. */
export function endingInYear(year: number): 'da' | 'de' | 'ta' | 'te' {
  return AFTER_DIGIT[year % 10] || AFTER_TEN[Math.floor(year / 10) % 10] || 'de'
}

/** The endings of an object after the last digit of a number, as in `sürüm 2'yi`. */
const OBJECT_AFTER_DIGIT = ['', 'i', 'yi', 'ü', 'ü', 'i', 'yı', 'yi', 'i', 'u'] as const
/** The endings after a number that ends with 0, by the digit before it: `10'u`, `20'yi`, `100'ü`. */
const OBJECT_AFTER_TEN = ['ü', 'u', 'yi', 'u', 'ı', 'yi', 'ı', 'i', 'i', 'ı'] as const

/** The Turkish object suffix after a number below a million: `i` for 1, `yi` for 2. */
export function endingOfObject(number: number): string {
  if (number % 1000 === 0) return number === 0 ? 'ı' : 'i'
  return OBJECT_AFTER_DIGIT[number % 10] || OBJECT_AFTER_TEN[Math.floor(number / 10) % 10] || 'i'
}
