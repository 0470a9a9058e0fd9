import { Hono } from 'hono'
import { IdParam } from '#domain/fields.ts'
import { FindingImport, FindingImportResult } from '#domain/finding-import.ts'
import { permit } from '#server/access/authenticate.ts'
import { inCheckedTransaction } from '#server/access/checked-transaction.ts'
import { answers, ok } from '#server/answers.ts'
import { writeAuditEntry } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { issueSentence } from '#server/errors.ts'
import { getFinding, insertFinding } from '#server/findings/finding-queries.ts'
import { answerOthers } from '#server/in-turns.ts'
import { loadTurbine } from '#server/turbines/load-turbine.ts'
import { validate } from '#server/validate.ts'
import { readFindings } from './import-findings.ts'

/** Mounted at `/api/turbines/:id/findings/import`. */
export const findingImportRoutes = new Hono<Env>().post(
  '/',
  permit('finding.add'),
  answers(
    'Add the findings of a CSV file. Lines that are not valid are left out and listed with their reasons; with `dry_run`, nothing is added. The columns are those of `GET /api/findings.csv`, in Turkish or English, with `;` or `,` between them.',
    200,
    { data: FindingImportResult },
    'turbine_not_found',
  ),
  validate('param', IdParam),
  loadTurbine,
  validate('json', FindingImport),
  async (c) => {
    const file = c.req.valid('json')
    const { accepted, refused, ignored } = await inCheckedTransaction(
      c,
      async (transaction, { viewer, turbine }) => {
        const read = await readFindings(transaction, turbine, file)
        if (file.dry_run) return read
        const user_name = `${viewer.first_name} ${viewer.last_name}`
        for (const fields of read.accepted) {
          await answerOthers()
          const id = await insertFinding(transaction, turbine.id, fields, { user_id: viewer.id, user_name })
          const { number } = await getFinding(transaction, turbine.id, id)
          await writeAuditEntry(transaction, c, {
            action: 'finding.add',
            record: { id, name: number },
            turbine,
            by: viewer,
          })
        }
        return read
      },
    )
    const data = {
      accepted: accepted.length,
      refused: refused.map(({ line, issues }) => ({
        line,
        issues: issues.map(({ column, code }) => ({ column, message: issueSentence(c, code) })),
      })),
      ignored_columns: ignored,
    }
    return c.json(ok({ data }))
  },
)
