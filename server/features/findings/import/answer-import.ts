import type { FindingFields } from '#domain/findings/finding.ts'
import type { FindingImportResult, ImportedLine } from '#domain/findings/finding-import.ts'
import { numberAt } from '#domain/findings/finding-rules.ts'
import type { ApiContext } from '#server/core/env.ts'
import { ok } from '#server/core/http/answers.ts'
import {
  allowedIn,
  answerLines,
  type Difference,
  differencesIn,
  type FirstIssues,
  firstOf,
  questionsIn,
  sayIssues,
} from '#server/core/tables/answer-lines.ts'
import type { Questions } from '#server/core/tables/read-table.ts'
import { cellText, type FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { valuesIn } from './parse-cells.ts'
import type { ImportPlan } from './plan-import.ts'
import type { ChangedLine, FindingIssue, PlannedLine, SayingColumn } from './planned-line.ts'

/** The outcome of a file, without the findings themselves. */
interface Outcome {
  lines: OutcomeOfLine[]
  ignored: string[]
  /** Missing in outcomes stored by former versions. */
  questions?: Questions<FindingColumn>
}

interface OutcomeOfLine
  extends Pick<ImportedLine, 'line' | 'becomes' | 'number'>,
    FirstIssues<FindingColumn> {
  /** For a `changed` line. */
  differing?: Difference<SayingColumn>[]
  revision?: number
  applied?: boolean
}

/** @param applied the lines whose findings were changed; the plan after it takes them for known */
export function outcomeOf(
  { lines, ignored, questions, photoNames }: ImportPlan,
  applied: readonly ChangedLine[] = [],
): Outcome {
  const changed = new Map(applied.map((each) => [each.read.line, each]))
  const outcomes = lines
    .map((planned): OutcomeOfLine => {
      const before = changed.get('read' in planned ? planned.read.line : planned.line)
      return { ...outcomeOfLine(before ?? planned, photoNames), ...(before && { applied: true }) }
    })
    .map(({ issues, ...line }) => ({ ...line, ...firstOf(issues) }))
  return { lines: outcomes, ignored, questions }
}

function outcomeOfLine(planned: PlannedLine, photoNames: ReadonlyMap<number, string>): OutcomeOfLine {
  const { becomes } = planned
  if (becomes === 'refused') return { line: planned.line, becomes, number: null, issues: planned.issues }
  const { line } = planned.read
  if (becomes === 'known') {
    const issues: FindingIssue[] = [{ column: 'type', code: 'finding_exists' }, ...planned.remarks]
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

/** Answers with the sentences in the language of the request. */
export async function answerImport(
  c: ApiContext,
  { lines, ignored, questions }: Outcome,
): Promise<ReturnType<typeof answerAtOnce>> {
  const say = sayIssues(c)
  const language = preferredLanguage(c)
  const countOf = (becomes: ImportedLine['becomes']) =>
    lines.filter((line) => line.becomes === becomes).length
  const refused = lines.filter(({ becomes }) => becomes === 'refused').flatMap(({ issues }) => issues)
  const others = {
    accepted: countOf('new'),
    known: countOf('known'),
    changed: lines.filter(({ applied }) => applied).length,
    ignored_columns: ignored,
    allowed: allowedIn(refused, (column) => valuesIn(column, language)),
    ...questionsIn(questions),
  }
  const answer = await answerLines(c, others, lines, (each) => {
    const { issues, more = 0, differing = [], revision = null, applied = false, ...line } = each
    const remarks = say(issues)
    const differences = differencesIn(language, differing)
    const imported: ImportedLine = { ...line, remarks, more_remarks: more, differences, revision, applied }
    const isLeftOut = line.becomes !== 'new' && !applied
    return {
      imported,
      refused: isLeftOut ? { line: line.line, issues: remarks, more_issues: more } : undefined,
    }
  })
  return answer as unknown as ReturnType<typeof answerAtOnce>
}

/** The type of `answerImport`. */
function answerAtOnce(c: ApiContext, data: FindingImportResult) {
  return c.json(ok({ data }))
}
