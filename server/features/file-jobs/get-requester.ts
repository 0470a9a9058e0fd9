import { type Action, type Caller, may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { BegunFileJob } from './file-job-queries.ts'

/** The requester of a file, as of now. */
interface Requester extends Caller {
  first_name: string
  last_name: string
  email: string
}

/**
 * Gets the user and the turbine of a job, and checks that the user may still do the action. A sign-out does not matter.
 *
 * @throws ApiError `forbidden`, `turbine_not_found`
 */
export async function getRequester(
  db: Reader,
  { userId, turbineId }: BegunFileJob,
  action: Action,
): Promise<{ requester: Requester; turbine: Turbine }> {
  const requester = await db
    .selectFrom('user')
    .select(['id', 'role', 'company_id', 'first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!requester) throw new ApiError('forbidden')
  const turbine = await getTurbine(db, requester, turbineId)
  if (!may(requester, action, turbine.company_id)) throw new ApiError('forbidden')
  return { requester, turbine }
}
