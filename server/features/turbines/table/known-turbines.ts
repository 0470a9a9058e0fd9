import { foldName } from '#domain/text/turkish.ts'
import { TurbineFields } from '#domain/turbine.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import type { SaidFields } from './read-turbine-line.ts'
import type { TurbineColumn, TurbineInTable } from './turbine-table.ts'

/** A turbine of a company. */
export interface KnownTurbine extends TurbineInTable {
  id: number
  revision: number
  company_id: number
}

const COLUMNS = Object.keys(TurbineFields.shape) as (keyof TurbineFields)[]

/** The turbines of these companies by `turbineKey`. Several may share a code. */
export async function readKnownTurbines(
  db: Reader,
  companies: ReadonlyMap<number, string>,
): Promise<Map<string, KnownTurbine[]>> {
  const ids = await readInGroups([...companies.keys()], (group) =>
    db.selectFrom('turbine').select('id').where('company_id', 'in', idList(db, group)).execute(),
  )
  const rows = await readInGroups(
    ids.map(({ id }) => id),
    (group) =>
      db
        .selectFrom('turbine')
        .select([...COLUMNS, 'id', 'revision'])
        .where('id', 'in', idList(db, group))
        .orderBy('id')
        .execute(),
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, company_name: companies.get(row.company_id) ?? '' })),
    turbineKey,
  )
}

/** The companies with their names, by id. @param companyId the only one; undefined for all */
export async function readCompanyNames(
  db: Reader,
  companyId: number | undefined,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'name'])
    .$if(companyId !== undefined, (query) => query.where('id', '=', companyId as number))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The key of a company's turbines with the same code, ignoring case. */
export function turbineKey({ company_id, code }: Pick<TurbineFields, 'company_id' | 'code'>): string {
  return `${company_id} ${foldName(code)}`
}

/** The columns in which line and turbine differ. */
export function differingColumns(
  said: SaidFields,
  turbine: KnownTurbine,
): (TurbineColumn & keyof SaidFields)[] {
  const names = Object.keys(said) as (TurbineColumn & keyof SaidFields)[]
  return names.filter((name) => !isSame(name, said[name], turbine[name]))
}

function isSame(name: keyof SaidFields, said: unknown, is: unknown): boolean {
  if (said === is || said == null || is == null) return said === is
  // The form lowercases cities; other programs may not.
  if (name === 'city') return String(said) === String(is).toLocaleLowerCase('tr')
  if (name === 'coordinates') {
    const [one, other] = [said, is].map((text) => String(text).split(',').map(Number))
    return one?.[0] === other?.[0] && one?.[1] === other?.[1]
  }
  return false
}
