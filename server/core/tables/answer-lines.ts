import type * as z from 'zod'
import {
  type ColumnQuestions,
  type differences,
  LINE_REMARKS_MAX,
  type remarks,
} from '#domain/tables/imported-table.ts'
import type { Language } from '#domain/text/language.ts'
import type { ApiContext } from '#server/core/env.ts'
import { issueSentence } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import type { CellIssue } from './cell-issue.ts'
import type { Questions } from './read-table.ts'

/** The first issues of a line, and the number of further ones. */
export interface FirstIssues<Column extends string> {
  issues: CellIssue<Column>[]
  /** Missing in outcomes stored by former versions. */
  more?: number
}

export function firstOf<Column extends string>(issues: CellIssue<Column>[]): FirstIssues<Column> {
  return {
    issues: issues.slice(0, LINE_REMARKS_MAX),
    more: Math.max(0, issues.length - LINE_REMARKS_MAX),
  }
}

/**
 * @returns a function that formats issues in the language of the request. Each sentence is made once: fifty thousand cells may share it.
 */
export function sayIssues(c: ApiContext): (issues: readonly CellIssue<string>[]) => z.infer<typeof remarks> {
  const sentences = new Map<string, string>()
  const sentenceOf = (code: string) => {
    const sentence = sentences.get(code) ?? issueSentence(c, { code })
    sentences.set(code, sentence)
    return sentence
  }
  return (issues) =>
    issues.map(({ column, code, value }) => ({
      column,
      message: sentenceOf(code),
      ...(value === undefined ? {} : { value }),
    }))
}

/** A column in which line and record differ, in both languages. */
export interface Difference<Column extends string> {
  column: Column
  before: Record<Language, string>
  after: Record<Language, string>
}

export function differencesIn(
  language: Language,
  differing: readonly Difference<string>[],
): z.infer<typeof differences> {
  return differing.map(({ column, before, after }) => ({
    column,
    before: before[language],
    after: after[language],
  }))
}

/** The questions of a dry run about columns. @param questions undefined for an outcome stored by a former version */
export function questionsIn(
  questions: Questions<string> | undefined,
): Record<keyof typeof ColumnQuestions, unknown> {
  const { unknown = [], free = [], missing = [] } = questions ?? {}
  return { unknown_columns: unknown, free_columns: free, missing_columns: missing }
}

/** The valid values of the columns with an invalid one. @param listOf undefined for a column without a list */
export function allowedIn<Column extends string>(
  refused: readonly CellIssue<Column>[],
  listOf: (column: Column) => readonly string[] | undefined,
): { column: Column; values: string[] }[] {
  const wrong = refused.filter(({ code, value }) => value !== undefined && NOT_IN_LIST.has(code))
  return [...new Set(wrong.map(({ column }) => column))].flatMap((column) => {
    const values = listOf(column)
    return values ? [{ column, values: [...values] }] : []
  })
}

/** The issues of values that are not in the list of their column. */
const NOT_IN_LIST = new Set(['invalid', 'invalid_finding_type'])

/**
 * Answers the outcome of each line of a table. Writing yields, because many wrong cells make megabytes.
 *
 * @param write makes the entry of a line in `lines`, and that in `refused` if it has one
 */
export async function answerLines<Line>(
  c: ApiContext,
  others: object,
  lines: readonly Line[],
  write: (line: Line) => { imported: object; refused: object | undefined },
): Promise<Response> {
  const written = await mapInTurns(lines, (line) => {
    const { imported, refused } = write(line)
    return { imported: JSON.stringify(imported), refused: refused ? [JSON.stringify(refused)] : [] }
  })
  const data = [
    JSON.stringify(others).slice(0, -1),
    `"refused":[${written.flatMap(({ refused }) => refused).join(',')}]`,
    `"lines":[${written.map(({ imported }) => imported).join(',')}]}`,
  ]
  return c.body(`{"success":true,"data":${data.join(',')}}`, 200, { 'Content-Type': 'application/json' })
}
