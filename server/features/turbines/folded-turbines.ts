import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

/** The visible turbines with their folded code and name, for searches: no database folds Turkish letters. */
export async function listFoldedTurbines(
  db: Reader,
  caller: Caller,
): Promise<{ id: number; folded: string }[]> {
  let query = db.selectFrom('turbine').select(['id', 'code', 'turbine_name'])
  if (!mayEverywhere(caller, 'turbine.read')) query = query.where('company_id', '=', caller.company_id)
  return mapInTurns(await query.execute(), ({ id, code, turbine_name }) => ({
    id,
    folded: foldForSearch(`${code} \n ${turbine_name}`),
  }))
}
