import type { ImportedTurbine, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { swapAxes } from '#domain/text/coordinates.ts'
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
import type { Questions, Table } from '#server/core/tables/read-table.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import type { PlannedTurbine } from './plan-turbines.ts'
import { valuesIn } from './read-turbine-line.ts'
import { cellText, type TurbineColumn } from './turbine-table.ts'

/** The outcome of a file, without the turbines themselves. */
interface Outcome {
  lines: OutcomeOfLine[]
  ignored: string[]
  questions: Questions<TurbineColumn>
}

type SwappedLine = TurbineImportResult['swapped_coordinates'][number]

interface OutcomeOfLine
  extends Pick<ImportedTurbine, 'line' | 'becomes' | 'code' | 'revision' | 'applied'>,
    FirstIssues<TurbineColumn> {
  differing: Difference<TurbineColumn>[]
  /** For an `asked` line. */
  swapped?: SwappedLine
}

/** @param applied the lines whose turbines are changed, or would be */
export function outcomeOf(
  planned: readonly PlannedTurbine[],
  { ignored, questions }: Table<TurbineColumn>,
  applied: ReadonlySet<number>,
): Outcome {
  return { lines: planned.map((each) => outcomeOfLine(each, applied)), ignored, questions }
}

function outcomeOfLine(planned: PlannedTurbine, applied: ReadonlySet<number>): OutcomeOfLine {
  const { becomes } = planned
  const unchanged = { revision: null, applied: false, differing: [] }
  if (becomes === 'refused') {
    const { line, code, issues } = planned
    return { line, becomes, code, ...unchanged, ...firstOf(issues) }
  }
  const { line, code, remarks } = planned.read
  const outcome = { line, becomes, code, ...unchanged, ...firstOf(remarks) }
  if (becomes === 'asked') {
    const [written, swapped] = [planned.place, swapAxes(planned.place)].map(
      ({ latitude, longitude }) => `${latitude}, ${longitude}`,
    ) as [string, string]
    return { ...outcome, swapped: { line, code, written, swapped } }
  }
  if (becomes !== 'changed') return outcome
  const { turbine, differing } = planned
  const after = { ...turbine, ...planned.read.fields }
  return {
    ...outcome,
    revision: turbine.revision,
    applied: applied.has(line),
    differing: differing.map((column) => ({
      column,
      before: { tr: cellText('tr', column, turbine), en: cellText('en', column, turbine) },
      after: { tr: cellText('tr', column, after), en: cellText('en', column, after) },
    })),
  }
}

/** Answers with the sentences in the language of the request. */
export async function answerTurbines(
  c: ApiContext,
  { lines, ignored, questions }: Outcome,
): Promise<ReturnType<typeof answerAtOnce>> {
  const say = sayIssues(c)
  const language = preferredLanguage(c)
  const countOf = (becomes: ImportedTurbine['becomes']) =>
    lines.filter((line) => line.becomes === becomes).length
  const refused = lines.filter(({ becomes }) => becomes === 'refused').flatMap(({ issues }) => issues)
  const others: Omit<TurbineImportResult, 'refused' | 'lines' | keyof ReturnType<typeof questionsIn>> = {
    accepted: countOf('new'),
    known: countOf('known'),
    changed: lines.filter(({ applied }) => applied).length,
    ignored_columns: ignored,
    allowed: allowedIn(refused, (column) => valuesIn(column, language)),
    swapped_coordinates: lines.flatMap(({ swapped }) => swapped ?? []),
  }
  const answer = await answerLines(c, { ...others, ...questionsIn(questions) }, lines, (each) => {
    const { line, becomes, code, issues, more = 0, differing, revision, applied } = each
    const remarks = say(issues)
    const imported: ImportedTurbine = {
      line,
      becomes,
      code,
      remarks,
      more_remarks: more,
      differences: differencesIn(language, differing),
      revision,
      applied,
    }
    return {
      imported,
      refused: becomes === 'refused' ? { line, issues: remarks, more_issues: more } : undefined,
    }
  })
  return answer as unknown as ReturnType<typeof answerAtOnce>
}

/** The type of `answerTurbines`. */
function answerAtOnce(c: ApiContext, data: TurbineImportResult) {
  return c.json(ok({ data }))
}
