import { may, type Viewer } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { ReportOrder } from './report-job-queries.ts'

/** The requester of a report, as of now. */
interface Orderer extends Viewer {
  first_name: string
  last_name: string
  email: string
}

/**
 * Finds the user and the turbine of a job, and checks that the user may still add reports to it. A sign-out does not matter.
 *
 * @throws ApiError `forbidden`, `turbine_not_found`
 */
export async function getOrderer(
  db: Reader,
  { userId, turbineId }: ReportOrder,
): Promise<{ orderer: Orderer; turbine: Turbine }> {
  const orderer = await db
    .selectFrom('user')
    .select(['id', 'role', 'company_id', 'first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!orderer) throw new ApiError('forbidden')
  const turbine = await getTurbine(db, orderer, turbineId)
  if (!may(orderer, 'report.add', turbine.company_id)) throw new ApiError('forbidden')
  return { orderer, turbine }
}
