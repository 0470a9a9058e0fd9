import { Hono } from 'hono'
import { TurbineImport, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { attachment } from '#server/core/media/download.ts'
import { readTable, refuseUnanswered } from '#server/core/tables/read-table.ts'
import { companyFilter, TurbineFilter } from '#server/features/turbines/turbine-filter.ts'
import { listTurbines } from '#server/features/turbines/turbine-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { answerTurbines, outcomeOf } from './answer-turbines.ts'
import { planTurbines } from './plan-turbines.ts'
import { TURBINE_WORDS, turbineTable } from './turbine-table.ts'
import { TURBINE_TABLE } from './turbine-table-shape.ts'
import { chooseChanges, writeTurbines } from './write-turbines.ts'

/** Mounted at `/api`. */
export const turbineTableRoutes = new Hono<Env>()
  .get(
    '/turbines.csv',
    permit('turbine.read'),
    answers(
      'Download the turbines of the caller as CSV, with the columns that `POST /api/turbines/import` reads. Turkish files use `;` as the separator and a decimal comma. The filter applies to superadmins only.',
      200,
      'text/csv',
    ),
    validate('query', TurbineFilter),
    async (c) => {
      const { caller, services } = c.var
      const language = preferredLanguage(c)
      const name = `${TURBINE_WORDS[language].file}.csv`
      const headers = {
        'Content-Disposition': attachment(name),
        'Content-Type': 'text/csv; charset=utf-8',
      }
      const companyId = companyFilter(caller, c.req.valid('query').filter_company_id)
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const turbines = await listTurbines(services.db.readFor(caller, c.req.raw.signal), caller, companyId)
      const table = await turbineTable(language, turbines)
      await writeAuditEntryIfSpace(c, {
        action: 'turbine.download',
        record: { id: '', name: `${name} (${turbines.length})` },
        companyId: companyId ?? caller.company_id,
        by: caller,
      })
      return c.body(table, 200, headers)
    },
  )
  .post(
    '/turbines/import',
    permit('turbine.add'),
    answers(
      'Import turbines from a CSV file, such as that of `GET /api/turbines.csv`: Turkish or English headers, separated by `;`, `,` or tabs; an existing turbine needs only its code. Company and code identify a turbine: a line with the same values is `known`, one with other values is `changed` and updates the columns of the file, if the caller may edit turbines. `changes` selects among the changed lines, each with the revision of the dry run. Invalid lines are skipped and listed with their reasons. Coordinates take one column or two, in decimal degrees or with minutes and seconds, and with N, S, E, W or K, G, D, B; `0,0` means none. Nothing is written until `columns` maps every unknown column with data (`unknown_columns` of the dry run, to one of `free_columns`) and `swaps` answers every line whose coordinates look swapped. `dry_run` writes nothing and ignores a key.',
      200,
      { data: TurbineImportResult },
      'company_not_found',
      'columns_unanswered',
      'coordinates_unanswered',
      'stale_revision',
    ),
    takesKey(),
    validate('json', TurbineImport),
    async (c) => {
      const file = c.req.valid('json')
      const read = () => readTable(TURBINE_TABLE, file.csv, file.columns ?? [])
      if (file.dry_run) {
        const table = await read()
        const planned = await inCheckedTransaction(c, (transaction, { caller }) =>
          planTurbines(transaction, caller, table, file),
        )
        const lines = chooseChanges(planned, file.changes).map((each) => each.read.line)
        return answerTurbines(c, outcomeOf(planned, table, new Set(lines)))
      }
      const written = await makeOncePerKey(c, {
        async prepare() {
          const table = await read()
          refuseUnanswered(table)
          return table
        },
        async make(transaction, { caller }, table) {
          const planned = await planTurbines(transaction, caller, table, file)
          if (planned.some(({ becomes }) => becomes === 'asked')) throw new ApiError('coordinates_unanswered')
          const chosen = chooseChanges(planned, file.changes)
          await writeTurbines(transaction, c, caller, planned, chosen)
          return outcomeOf(planned, table, new Set(chosen.map((each) => each.read.line)))
        },
        // On a second pass, all turbines of the file would be known.
        read: async (_transaction, _records, made) => made,
      })
      return answerTurbines(c, written)
    },
  )
