import { loadRecord } from '#server/core/access/checked-transaction.ts'
import { getTurbine } from './turbine-queries.ts'

/**
 * Loads the turbine of the path, before the body is read.
 *
 * @throws ApiError `turbine_not_found`, also for a turbine of a company that the caller may not see
 */
export const loadTurbine = loadRecord('turbine', (db, { caller }, { id }: { id: number }) =>
  getTurbine(db, caller, id),
)
