import { REPORTS_FOUND_MAX } from '#domain/limits.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { FleetReport } from '#domain/report.ts'
import { searchWords } from '#domain/search/found.ts'
import { listFoldedTurbines } from '#server/features/turbines/folded-turbines.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { containsFolded, idList } from '#server/infrastructure/database/differing-sql.ts'
import { asReport, COLUMNS, IS_WITHDRAWN } from './report-queries.ts'

/**
 * The newest visible reports with every word of `text` in their file name, their turbine's code or name, or their year.
 */
export async function searchReports(db: Reader, caller: Caller, text: string): Promise<FleetReport[]> {
  const words = searchWords(text)
  if (words.length === 0) return []
  const turbines = await listFoldedTurbines(db, caller)
  let query = db
    .selectFrom('report')
    .innerJoin('turbine', 'turbine.id', 'report.turbine_id')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .select(COLUMNS.map((column) => `report.${column}` as const))
    .select(IS_WITHDRAWN)
    .select([
      'report.turbine_id',
      'turbine.turbine_name',
      'turbine.code as turbine_code',
      'company.name as company_name',
    ])
  if (!mayEverywhere(caller, 'report.read')) query = query.where('turbine.company_id', '=', caller.company_id)
  for (const word of words) {
    const ids = turbines.filter(({ folded }) => folded.includes(word)).map(({ id }) => id)
    query = query.where(({ eb, or }) =>
      or([
        containsFolded(db, 'report.original_filename', word),
        ...(/^\d{4}$/.test(word) ? [eb('report.year', '=', Number(word))] : []),
        ...(ids.length > 0 ? [eb('turbine.id', 'in', idList(db, ids))] : []),
      ]),
    )
  }
  const rows = await query
    .orderBy('report.uploaded_at', 'desc')
    .orderBy('report.id', 'desc')
    .limit(REPORTS_FOUND_MAX)
    .execute()
  return rows.map(({ turbine_id, turbine_name, turbine_code, company_name, ...report }) => ({
    ...asReport(report),
    turbine_id,
    turbine_name,
    turbine_code,
    company_name,
  }))
}
