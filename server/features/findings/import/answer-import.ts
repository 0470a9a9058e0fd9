import {
  type FindingImportResult,
  type ImportedLine,
  LINE_REMARKS_MAX,
} from '#domain/findings/finding-import.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import type { ApiContext } from '#server/core/env.ts'
import { ok } from '#server/core/http/answers.ts'
import { issueSentence } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { allowedIn } from './parse-cells.ts'
import type { ImportPlan } from './plan-import.ts'
import type { CellIssue, PlannedLine } from './planned-line.ts'

/** The issues of a value that is not in the list of its column. */
const NOT_IN_LIST = new Set(['invalid', 'invalid_finding_type'])

/** What has become of a file, without the findings themselves. */
interface Outcome {
  lines: OutcomeOfLine[]
  ignored: string[]
}

interface OutcomeOfLine extends Pick<ImportedLine, 'line' | 'becomes' | 'number'> {
  /** The first ones. */
  issues: CellIssue[]
  /** The number of the other ones. Former versions have kept outcomes without it. */
  more?: number
}

export function outcomeOf({ lines, ignored }: ImportPlan): Outcome {
  const outcomes = lines.map(outcomeOfLine).map(({ issues, ...line }) => ({
    ...line,
    issues: issues.slice(0, LINE_REMARKS_MAX),
    more: Math.max(0, issues.length - LINE_REMARKS_MAX),
  }))
  return { lines: outcomes, ignored }
}

function outcomeOfLine(planned: PlannedLine): OutcomeOfLine {
  const { becomes } = planned
  if (becomes === 'refused') return { line: planned.line, becomes, number: null, issues: planned.issues }
  const { line } = planned.read
  if (becomes === 'known') {
    const issues: CellIssue[] = [{ column: 'type', code: 'finding_exists' }, ...planned.remarks]
    return { line, becomes, number: planned.finding.number, issues }
  }
  const { fields, serial, remarks } = planned
  return { line, becomes, number: findingNumber({ ...fields, serial }), issues: remarks }
}

/** Answers with the sentences in the language of the request. It is written in turns, because it has megabytes if many cells are wrong. */
export async function answerImport(
  c: ApiContext,
  { lines, ignored }: Outcome,
): Promise<ReturnType<typeof answerAtOnce>> {
  const sentenceOf = rememberSentences(c)
  const written = await mapInTurns(lines, ({ issues, more = 0, ...line }) => {
    const remarks = issues.map(({ column, code, value }) => ({
      column,
      message: sentenceOf(code),
      ...(value === undefined ? {} : { value }),
    }))
    const imported: ImportedLine = { ...line, remarks, more_remarks: more }
    const refused: FindingImportResult['refused'][number] = {
      line: line.line,
      issues: remarks,
      more_issues: more,
    }
    return {
      imported: JSON.stringify(imported),
      refused: line.becomes === 'new' ? [] : [JSON.stringify(refused)],
    }
  })
  const countOf = (becomes: ImportedLine['becomes']) =>
    lines.filter((line) => line.becomes === becomes).length
  const others: Omit<FindingImportResult, 'refused' | 'lines'> = {
    accepted: countOf('new'),
    known: countOf('known'),
    ignored_columns: ignored,
    allowed: allowedOf(lines, preferredLanguage(c)),
  }
  const data = [
    JSON.stringify(others).slice(0, -1),
    `"refused":[${written.flatMap(({ refused }) => refused).join(',')}]`,
    `"lines":[${written.map(({ imported }) => imported).join(',')}]}`,
  ]
  const answer = c.body(`{"success":true,"data":${data.join(',')}}`, 200, {
    'Content-Type': 'application/json',
  })
  return answer as unknown as ReturnType<typeof answerAtOnce>
}

/** What the type of `answerImport` is. */
function answerAtOnce(c: ApiContext, data: FindingImportResult) {
  return c.json(ok({ data }))
}

/** @returns the sentence for the code of an issue. Each is made once: fifty thousand cells of a file may have the same. */
function rememberSentences(c: ApiContext): (code: string) => string {
  const sentences = new Map<string, string>()
  return (code) => {
    const sentence = sentences.get(code) ?? issueSentence(c, { code })
    sentences.set(code, sentence)
    return sentence
  }
}

/** What may stand in the columns in which some line has another value. */
function allowedOf(lines: Outcome['lines'], language: Language): FindingImportResult['allowed'] {
  const wrong = lines
    .filter(({ becomes }) => becomes === 'refused')
    .flatMap(({ issues }) => issues)
    .filter(({ code, value }) => value !== undefined && NOT_IN_LIST.has(code))
  return [...new Set(wrong.map(({ column }) => column))].flatMap((column) => {
    const values = allowedIn(column, language)
    return values ? [{ column, values: [...values] }] : []
  })
}
