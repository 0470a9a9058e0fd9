import { admit } from '#server/access/checked-transaction.ts'
import { getTurbine } from './turbine-queries.ts'

/**
 * Sets `turbine` to the one the path names, before any of the body is read.
 *
 * @throws ApiError `turbine_not_found`, for a foreign company's just as for a missing one.
 */
export const loadTurbine = admit('turbine', (db, { viewer }, { id }: { id: number }) =>
  getTurbine(db, viewer, id),
)
