import type { Language } from '#domain/text/language.ts'

/** Excel separates columns by the list separator of the system: a semicolon on Turkish systems. */
const SEPARATORS: Record<Language, string> = { tr: ';', en: ',' }

/** The byte order mark, without which Excel does not read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet may see a formula: at the beginning of a cell, and after each separator of any locale, because a Turkish Excel splits
 * an English file at each `;`, and honours quotes only at the beginning of a cell. Spaces and quotes may precede the sign.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULAS = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|")*)('*)(?=[=+\-@＝＋－＠])/g
const DISARMED_FORMULAS = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|")*)'('*)(?=[=+\-@＝＋－＠])/g

type Cell = string | number | null

/** The header line of a CSV file. */
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
  const safe = disarmFormulas(value ?? '')
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text with a `'` before each sign that could begin a formula, and before a leading tab. An existing `'` there gets another one. */
function disarmFormulas(text: string): string {
  return text.replace(FORMULAS, "$1$2'$3").replace(/^(?='*[\t\r])/, "'")
}

/** The text of a cell before `csvLines` escaped its formulas. */
export function restoreFormulas(text: string): string {
  return text.replace(/^'(?='*[\t\r])/, '').replace(DISARMED_FORMULAS, '$1$2$3')
}
