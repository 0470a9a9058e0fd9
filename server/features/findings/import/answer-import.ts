import type { FindingFields } from '#domain/findings/finding.ts'
import {
  type FindingImportResult,
  type ImportedLine,
  LINE_REMARKS_MAX,
} from '#domain/findings/finding-import.ts'
import { numberAt } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import type { ApiContext } from '#server/core/env.ts'
import { ok } from '#server/core/http/answers.ts'
import { cellText } from '#server/features/findings/files/finding-table.ts'
import { issueSentence } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { allowedIn } from './parse-cells.ts'
import type { ImportPlan } from './plan-import.ts'
import type { CellIssue, ChangedLine, PlannedLine, SayingColumn } from './planned-line.ts'

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
  /** Of a `changed` line. */
  differing?: { column: SayingColumn; before: Record<Language, string>; after: Record<Language, string> }[]
  revision?: number
  applied?: boolean
}

/** @param applied the lines whose findings were changed; for the plan after it, the turbine has these findings already */
export function outcomeOf(
  { lines, ignored, photoNames }: ImportPlan,
  applied: readonly ChangedLine[] = [],
): Outcome {
  const changed = new Map(applied.map((each) => [each.read.line, each]))
  const outcomes = lines
    .map((planned): OutcomeOfLine => {
      const before = changed.get('read' in planned ? planned.read.line : planned.line)
      return { ...outcomeOfLine(before ?? planned, photoNames), ...(before && { applied: true }) }
    })
    .map(({ issues, ...line }) => ({
      ...line,
      issues: issues.slice(0, LINE_REMARKS_MAX),
      more: Math.max(0, issues.length - LINE_REMARKS_MAX),
    }))
  return { lines: outcomes, ignored }
}

function outcomeOfLine(planned: PlannedLine, photoNames: ReadonlyMap<number, string>): OutcomeOfLine {
  const { becomes } = planned
  if (becomes === 'refused') return { line: planned.line, becomes, number: null, issues: planned.issues }
  const { line } = planned.read
  if (becomes === 'known') {
    const issues: CellIssue[] = [{ column: 'type', code: 'finding_exists' }, ...planned.remarks]
    return { line, becomes, number: planned.finding.number, issues }
  }
  if (becomes === 'changed') {
    const { finding, differing, read, remarks } = planned
    const said = (fields: FindingFields, column: SayingColumn) => {
      const photo = fields.photo_id === null ? null : (photoNames.get(fields.photo_id) ?? null)
      return { tr: cellText('tr', column, fields, photo), en: cellText('en', column, fields, photo) }
    }
    return {
      line,
      becomes,
      number: finding.number,
      issues: [{ column: 'number', code: 'finding_differs' }, ...remarks],
      differing: differing.map((column) => ({
        column,
        before: said(finding, column),
        after: said(read.fields, column),
      })),
      revision: finding.revision,
    }
  }
  const { fields, serial, remarks } = planned
  return { line, becomes, number: numberAt(fields, serial), issues: remarks }
}

/** Answers with the sentences in the language of the request. It is written in turns, because it has megabytes if many cells are wrong. */
export async function answerImport(
  c: ApiContext,
  { lines, ignored }: Outcome,
): Promise<ReturnType<typeof answerAtOnce>> {
  const sentenceOf = rememberSentences(c)
  const language = preferredLanguage(c)
  const written = await mapInTurns(lines, (each) => {
    const { issues, more = 0, differing = [], revision = null, applied = false, ...line } = each
    const remarks = issues.map(({ column, code, value }) => ({
      column,
      message: sentenceOf(code),
      ...(value === undefined ? {} : { value }),
    }))
    const differences = differing.map(({ column, before, after }) => ({
      column,
      before: before[language],
      after: after[language],
    }))
    const imported: ImportedLine = { ...line, remarks, more_remarks: more, differences, revision, applied }
    const refused: FindingImportResult['refused'][number] = {
      line: line.line,
      issues: remarks,
      more_issues: more,
    }
    return {
      imported: JSON.stringify(imported),
      refused: line.becomes === 'new' || applied ? [] : [JSON.stringify(refused)],
    }
  })
  const countOf = (becomes: ImportedLine['becomes']) =>
    lines.filter((line) => line.becomes === becomes).length
  const others: Omit<FindingImportResult, 'refused' | 'lines'> = {
    accepted: countOf('new'),
    known: countOf('known'),
    changed: lines.filter(({ applied }) => applied).length,
    ignored_columns: ignored,
    allowed: allowedOf(lines, language),
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
