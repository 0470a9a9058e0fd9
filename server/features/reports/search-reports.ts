import { sql } from 'kysely'
import { REPORTS_FOUND_MAX } from '#domain/limits.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { FleetReport } from '#domain/report.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { asReport, COLUMNS, IS_WITHDRAWN } from './report-queries.ts'

/** Each word is a condition of the statement. */
const WORDS_MAX = 8

/**
 * The newest visible reports with every word of `text` in their file name, their turbine's code or name, or their year. File names are
 * ASCII, so SQL compares them; turbine texts are folded here, because no database folds Turkish letters.
 */
export async function searchReports(db: Reader, caller: Caller, text: string): Promise<FleetReport[]> {
  const words = foldForSearch(text)
    .split(/[\s·]+/)
    .filter(Boolean)
  if (words.length === 0 || words.length > WORDS_MAX) return []
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
        sql<boolean>`lower(report.original_filename) like ${`%${escapeForLike(word)}%`} escape '!'`,
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

async function listFoldedTurbines(db: Reader, caller: Caller): Promise<{ id: number; folded: string }[]> {
  let query = db.selectFrom('turbine').select(['id', 'code', 'turbine_name'])
  if (!mayEverywhere(caller, 'report.read')) query = query.where('company_id', '=', caller.company_id)
  return mapInTurns(await query.execute(), ({ id, code, turbine_name }) => ({
    id,
    folded: foldForSearch(`${code} \n ${turbine_name}`),
  }))
}

function escapeForLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}
