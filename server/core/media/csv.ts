import type { Language } from '#domain/text/language.ts'

/** Excel separates columns by the character of the system's language, and Turkish systems have the semicolon. */
const SEPARATORS: Record<Language, string> = { tr: ';', en: ',' }

/** Excel reads a file as UTF-8 only with this mark at its beginning. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet may begin a formula: at the beginning of a cell, and after each character that separates cells in some language of
 * the system, because a Turkish Excel divides an English file at each `;`, and it knows quotes only at the beginning of a cell. Spaces and
 * quotes may stand before the sign.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULAS = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|")*)('*)(?=[=+\-@＝＋－＠])/g
const DISARMED_FORMULAS = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|")*)'('*)(?=[=+\-@＝＋－＠])/g

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
  const safe = disarmFormulas(value ?? '')
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text with a `'` before each sign that could begin a formula, and before a tab at its beginning. Text that has one there gets another one. */
function disarmFormulas(text: string): string {
  return text.replace(FORMULAS, "$1$2'$3").replace(/^(?='*[\t\r])/, "'")
}

/** The text of a cell as it was before `csvLines` has disarmed its formulas. */
export function restoreFormulas(text: string): string {
  return text.replace(/^'(?='*[\t\r])/, '').replace(DISARMED_FORMULAS, '$1$2$3')
}
