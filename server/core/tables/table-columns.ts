import { type ColumnAnswers, HEAD_MAX_LENGTH, IMPORTED_COLUMNS_MAX } from '#domain/tables/imported-table.ts'
import { withSingleBlanks } from '#domain/text/blanks.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { invalid } from '#server/infrastructure/errors.ts'

/** What tables of a kind of record have in common. */
export interface TableShape<Column extends string> {
  /** The columns that are read, in the order of the choice list. */
  columns: readonly Column[]
  /** The columns by their folded heads; null for one that is known and never read. */
  heads: ReadonlyMap<string, Column | null>
  /** The columns required to read a line. */
  required: readonly Column[]
  names: Record<Language, Record<Column, string>>
}

/** A column of a table, with or without a head. */
interface FoundColumn<Column> {
  /** Its unique name in questions and answers. */
  key: string
  /** What its head means; null if it is known and never read. */
  meaning: Column | null | undefined
  /** What it is read as; undefined if skipped. */
  column: Column | undefined
  isAnswered: boolean
}

/** The columns of a table, up to the maximum: rows may be longer than the header row. */
export interface Header<Column> {
  found: FoundColumn<Column>[]
  /** The heads of the columns that are not read. */
  ignored: string[]
}

/** The meaning of a column's head. */
export function meaningOf<Column extends string>(
  { heads }: Pick<TableShape<Column>, 'heads'>,
  head: string,
): Column | null | undefined {
  return head.length > HEAD_MAX_LENGTH ? undefined : heads.get(foldForSearch(withSingleBlanks(head)))
}

/**
 * Assigns the columns: by the caller's answer, else by their head. Of several with the same meaning, the first is read.
 *
 * @throws ApiError `validation_failed` if there are too many columns, or an answer names no column of the shape or one twice
 */
export function readHeader<Column extends string>(
  shape: TableShape<Column>,
  record: readonly string[],
  answers: ColumnAnswers = [],
): Header<Column> {
  const names = withoutEmptyEnd(record)
  if (names.length > IMPORTED_COLUMNS_MAX) throw invalid('csv', 'too_many_columns')
  const answered = new Map(answers.map(({ head, column }) => [head, column]))
  const chosen = [...answered.values()].filter((column) => column !== null)
  const taken = new Set<string>(chosen)
  if (taken.size < chosen.length) throw invalid('columns', 'repeated_column')
  if (chosen.some((column) => !shape.columns.includes(column as Column))) throw invalid('columns', 'invalid')
  const keys = new Set<string>()
  const found = Array.from({ length: IMPORTED_COLUMNS_MAX }, (_, index): FoundColumn<Column> => {
    const name = names[index] ?? ''
    const key = keyOf(name, index, keys)
    const meaning = meaningOf(shape, name)
    const answer = answered.get(key) as Column | null | undefined
    if (answer !== undefined) return { key, meaning, column: answer ?? undefined, isAnswered: true }
    const column = meaning && !taken.has(meaning) ? meaning : undefined
    if (column) taken.add(column)
    return { key, meaning, column, isAnswered: false }
  })
  return {
    found,
    ignored: names
      .filter((name, index) => name !== '' && found[index]?.column === undefined)
      .map((name) => name.slice(0, HEAD_MAX_LENGTH)),
  }
}

/** The columns with data and no answer, whose heads are unknown or ambiguous. */
export function askedColumns<Column extends string>(
  { found }: Header<Column>,
  hasData: (index: number) => boolean,
): Set<FoundColumn<Column>> {
  const filled = found.filter(
    ({ isAnswered, meaning }, index) => !isAnswered && meaning !== null && hasData(index),
  )
  const groups = Map.groupBy(filled, ({ meaning }) => meaning)
  return new Set(
    filled.filter(
      ({ meaning, column }) =>
        column === undefined || (meaning !== undefined && (groups.get(meaning) ?? []).length > 1),
    ),
  )
}

export function namesOf<Column extends string>(
  { names }: TableShape<Column>,
  columns: readonly Column[],
  language: Language,
): { columns: string } {
  const words = columns.map((column) => names[language][column])
  return { columns: new Intl.ListFormat(language).format(words) }
}

function keyOf(name: string, index: number, taken: Set<string>): string {
  const head = withSingleBlanks(name).slice(0, HEAD_MAX_LENGTH).toWellFormed()
  let key = head === '' || taken.has(head) ? `${head} #${index + 1}`.trim() : head
  while (taken.has(key)) key += '#'
  taken.add(key)
  return key
}

/** The heads up to the last one: spreadsheets write empty columns, too. */
function withoutEmptyEnd(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}
