import { Hono } from 'hono'
import { IdParam } from '#domain/fields.ts'
import { FindingImport, FindingImportResult, type ImportedLine } from '#domain/findings/finding-import.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { listSerials } from '#server/features/findings/finding-serials.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { issueSentence } from '#server/infrastructure/errors.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { addLines } from './add-lines.ts'
import { numberLines } from './number-lines.ts'
import { allowedIn } from './parse-cells.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { CellIssue, NewLine, PlannedLine } from './planned-line.ts'
import { readTable } from './read-table.ts'

/** The issues of a value that is not in the list of its column. */
const NOT_IN_LIST = new Set(['invalid', 'invalid_finding_type'])

/** Mounted at `/api/turbines/:id/findings/import`. */
export const findingImportRoutes = new Hono<Env>().post(
  '/',
  permit('finding.add'),
  answers(
    'Add the findings of a CSV file, such as that of `GET /api/findings.csv`: its columns in Turkish or English, with `;`, `,` or tabs between them. Lines that are not valid are left out and listed with their reasons, and so are the findings that the turbine has already, which keep their links: `lines` says what becomes of each line, with the wrong value of a cell, and `allowed` says once what such a cell may say. A table has no marks on photos. With `dry_run`, nothing is added and a key is ignored.',
    200,
    { data: FindingImportResult },
    'turbine_not_found',
    'turbine_has_too_many_findings',
  ),
  takesKey(),
  validate('param', IdParam),
  loadTurbine,
  validate('json', FindingImport),
  async (c) => {
    const file = c.req.valid('json')
    if (file.dry_run) {
      const table = await readTable(file.csv)
      const looked = await inCheckedTransaction(c, async (transaction, { turbine }) => {
        const plan = await planImport(transaction, turbine, table, file)
        numberLines(newLines(plan), await listSerials(transaction, turbine.id))
        return outcomeOf(plan)
      })
      return c.json(ok({ data: asResult(c, looked) }))
    }
    const imported = await makeOncePerKey(c, {
      prepare: () => readTable(file.csv),
      async make(transaction, { viewer, turbine }, table) {
        const plan = await planImport(transaction, turbine, table, file)
        const author = { user_id: viewer.id, user_name: `${viewer.first_name} ${viewer.last_name}` }
        await addLines(transaction, turbine.id, newLines(plan), author, (line, id) =>
          writeAuditEntry(transaction, c, {
            action: 'finding.add',
            record: { id, name: findingNumber({ ...line.fields, serial: line.serial }) },
            turbine,
            by: viewer,
          }),
        )
        return outcomeOf(plan)
      },
      // A second look at the file would find all its findings in the turbine.
      read: async (_transaction, _records, made) => made,
    })
    return c.json(ok({ data: asResult(c, imported) }))
  },
)

function newLines({ lines }: ImportPlan): NewLine[] {
  return lines.filter((line) => line.becomes === 'new')
}

/** What has become of a file, without the findings themselves. */
interface Outcome {
  lines: (Omit<ImportedLine, 'remarks'> & { issues: CellIssue[] })[]
  ignored: string[]
}

function outcomeOf({ lines, ignored }: ImportPlan): Outcome {
  return { lines: lines.map(outcomeOfLine), ignored }
}

function outcomeOfLine(planned: PlannedLine): Outcome['lines'][number] {
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

/** With the sentences in the language of the request. */
function asResult(c: ApiContext, { lines, ignored }: Outcome): FindingImportResult {
  const imported = lines.map(({ issues, ...line }) => ({
    ...line,
    remarks: issues.map(({ column, code, value }) => ({
      column,
      message: issueSentence(c, { code }),
      ...(value === undefined ? {} : { value }),
    })),
  }))
  const countOf = (becomes: ImportedLine['becomes']) =>
    imported.filter((line) => line.becomes === becomes).length
  return {
    accepted: countOf('new'),
    known: countOf('known'),
    refused: imported
      .filter(({ becomes }) => becomes !== 'new')
      .map(({ line, remarks }) => ({ line, issues: remarks })),
    lines: imported,
    ignored_columns: ignored,
    allowed: allowedOf(lines, preferredLanguage(c)),
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
