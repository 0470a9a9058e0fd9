import { UNFINISHED_STATES } from '#domain/inspections/report-job.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** Counts the unfinished report or dossier jobs of a user and of a company. */
export async function countUnfinished(
  db: Reader,
  table: 'report_job' | 'dossier_job',
  userId: number,
  companyId: number,
): Promise<{ ofUser: number; ofCompany: number }> {
  const rows = await db
    .selectFrom(`${table as 'report_job'} as ordered`)
    .innerJoin('turbine', 'turbine.id', 'ordered.turbine_id')
    .select(['ordered.user_id', 'turbine.company_id'])
    .where('ordered.state', 'in', UNFINISHED_STATES)
    .where(({ eb, or }) => or([eb('ordered.user_id', '=', userId), eb('turbine.company_id', '=', companyId)]))
    .execute()
  return {
    ofUser: rows.filter((row) => row.user_id === userId).length,
    ofCompany: rows.filter((row) => row.company_id === companyId).length,
  }
}
