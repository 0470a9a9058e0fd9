import type { Language } from '#domain/language.ts'

/** Excel separates columns by the character of the system's language, and Turkish systems have the semicolon. */
const SEPARATORS: Record<Language, string> = { tr: ';', en: ',' }

/** Excel reads a file as UTF-8 only with this mark at its beginning. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A cell with one of these characters at its beginning is a formula for spreadsheets. @see https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number | null

/** The first line of a CSV file, which has the names of the columns. */
export function csvBeginning(language: Language, columns: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLines(language, [columns])
}

/** Lines of a CSV file. @see https://www.rfc-editor.org/rfc/rfc4180 */
export function csvLines(language: Language, lines: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell) => cellText(language, value)
  return lines.map((line) => `${line.map(cell).join(SEPARATORS[language])}\r\n`).join('')
}

function cellText(language: Language, value: Cell): string {
  if (typeof value === 'number') return language === 'tr' ? String(value).replace('.', ',') : String(value)
  const text = value ?? ''
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
