import { Hono } from 'hono'
import { IdParam } from '#domain/fields.ts'
import { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { numberAt } from '#domain/findings/finding-rules.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { readTable, refuseUnanswered } from '#server/core/tables/read-table.ts'
import { listSerials } from '#server/features/findings/finding-serials.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { addLines } from './add-lines.ts'
import { answerImport, outcomeOf } from './answer-import.ts'
import { changeLines } from './change-lines.ts'
import { FINDING_TABLE } from './finding-table-shape.ts'
import { numberLines } from './number-lines.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { NewLine } from './planned-line.ts'

/** Mounted at `/api/turbines/:id/findings/import`. */
export const findingImportRoutes = new Hono<Env>().post(
  '/',
  permit('finding.add'),
  answers(
    'Import findings from a CSV file, such as that of `GET /api/findings.csv`: Turkish or English headers, separated by `;`, `,` or tabs. Invalid lines are skipped and listed with their reasons; so are findings that the turbine already has, which keep their links. The number is the identity: a line with a known number and other values is `changed`, with both values, and is applied only if `changes` names it. `lines` has the outcome of each line, with the wrong value of a cell and at most five remarks (`more_remarks` counts the rest); `allowed` lists the valid values of such cells once. A table has no marks on photos. `dry_run` adds nothing and ignores a key; `unknown_columns` then names unread columns with data, and `columns` maps each of them to one of `free_columns`, or to null. A call with `columns` adds nothing until it maps all of them.',
    200,
    { data: FindingImportResult },
    'turbine_not_found',
    'turbine_has_too_many_findings',
    'forbidden',
    'columns_unanswered',
    'stale_revision',
    'finding_already_continued',
  ),
  takesKey(),
  validate('param', IdParam),
  loadTurbine,
  validate('json', FindingImport),
  async (c) => {
    const file = c.req.valid('json')
    if (file.dry_run) {
      const table = await readTable(FINDING_TABLE, file.csv, file.columns)
      const looked = await inCheckedTransaction(c, async (transaction, { turbine }) => {
        const plan = await planImport(transaction, turbine, table, file)
        numberLines(newLines(plan), await listSerials(transaction, turbine.id))
        return outcomeOf(plan)
      })
      return answerImport(c, looked)
    }
    const imported = await makeOncePerKey(c, {
      async prepare() {
        const table = await readTable(FINDING_TABLE, file.csv, file.columns)
        if (file.columns) refuseUnanswered(table)
        return table
      },
      async make(transaction, { caller, turbine }, table) {
        const looked = await planImport(transaction, turbine, table, file)
        const changed = await changeLines(transaction, c, { caller, turbine }, looked.lines, file.changes)
        // The rules of the other lines apply to the current findings.
        const plan = changed.length > 0 ? await planImport(transaction, turbine, table, file) : looked
        const author = { user_id: caller.id, user_name: `${caller.first_name} ${caller.last_name}` }
        await addLines(transaction, turbine.id, newLines(plan), author, (line, id) =>
          writeAuditEntry(transaction, c, {
            action: 'finding.add',
            record: { id, name: numberAt(line.fields, line.serial) },
            turbine,
            by: caller,
          }),
        )
        return outcomeOf(plan, changed)
      },
      // On a second pass, the turbine would have all findings of the file.
      read: async (_transaction, _records, made) => made,
    })
    return answerImport(c, imported)
  },
)

function newLines({ lines }: ImportPlan): NewLine[] {
  return lines.filter((line) => line.becomes === 'new')
}
